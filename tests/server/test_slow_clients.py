"""Slow and silent clients keep nobody waiting but themselves."""

import pytest

from arena.server import bodies, protocol
from tests.patience import PATIENCE_S
from tests.server.conftest import Running, wait_for

POST = "POST /theme/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\n"


def test_fifty_silent_posts_leave_a_visitor_alone(running: Running) -> None:
    for _ in range(50):
        running.client().say(POST + "abcd")
    assert running.visit().startswith("HTTP/1.1 200")


def test_fifty_slow_headers_leave_a_visitor_alone(running: Running) -> None:
    for _ in range(50):
        running.client().say("GET / HTTP/1.1\r\nHost: loc")
    assert running.visit().startswith("HTTP/1.1 200")


@pytest.mark.parametrize("path", ["/long", "/download"])
def test_fifty_slow_readers_leave_a_visitor_alone(running: Running, path: str) -> None:
    for _ in range(50):
        running.client(buffer=4096).say(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").hear()
    assert running.visit().startswith("HTTP/1.1 200")


def test_a_body_that_comes_in_pieces_is_put_together(running: Running) -> None:
    client = running.client().say(POST)
    for _ in range(4):
        client.say("x" * 1000)
    client.until("POST 4000 4000")


def test_a_body_without_a_length_is_measured(running: Running) -> None:
    head = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    running.client().say(head + "5\r\nabcde\r\n3\r\nfgh\r\n0\r\n\r\n").until("POST 8 8")


@pytest.mark.parametrize("path", ["/theme/", "/live/games/1/", "/nowhere/"])
def test_a_body_that_does_not_come_is_not_waited_for(
    running: Running, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(bodies, "BODY_S", 0.1)
    answer = running.client().say(POST.replace("/theme/", path) + "abcd").all()
    assert answer.startswith("HTTP/1.1 408")
    assert "Send it again" in answer


def test_the_api_says_so_as_a_problem(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_S", 0.1)
    answer = running.client().say(POST.replace("/theme/", "/api/v1/bots") + "abcd").all()
    assert "application/problem+json" in answer
    assert '"code":"too-slow"' in answer


def test_who_sends_fast_enough_gets_more_time(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_S", 0.5)
    monkeypatch.setattr(bodies, "BODY_BYTES_A_SECOND", 10)
    client = running.client().say(POST + "x" * 2000)
    client.socket.settimeout(0.7)
    with pytest.raises(TimeoutError):  # nothing is said to it, though the time that silent ones have is over
        client.socket.recv(1)
    client.socket.settimeout(PATIENCE_S)
    client.say("x" * 2000).until("POST 4000 4000")


def test_a_body_over_the_cap_is_refused_before_it_is_sent(running: Running) -> None:
    answer = running.client().say(POST.replace("4000", "999999999")).all()
    assert answer.startswith("HTTP/1.1 413")


def test_a_body_over_the_cap_is_refused_when_nobody_named_its_length(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "MOST_BODY_BYTES", 6)
    head = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert running.client().say(head + "5\r\nabcde\r\n3\r\nfgh\r\n").all().startswith("HTTP/1.1 413")


def test_a_length_that_is_no_number_is_refused(running: Running) -> None:
    assert running.client().say(POST.replace("4000", "4000, 4000")).all().startswith("HTTP/1.1 4")


@pytest.mark.parametrize("said", ["", "GET / HTT", "\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b"])
def test_headers_have_a_deadline(running: Running, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setattr(protocol, "HEADERS_S", 0.1)
    assert running.client().say(said).all().startswith("HTTP/1.1 408")


def test_a_second_request_has_the_deadline_too(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADERS_S", 0.2)
    client = running.client().say("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    client.until("GET 0")
    assert client.say("\r\n").all().startswith("HTTP/1.1 408")


def test_headers_have_an_end(running: Running) -> None:
    client = running.client().say("GET / HTTP/1.1\r\nHost: localhost\r\n")
    assert client.say("X-Long: " + "x" * 70_000).all().startswith("HTTP/1.1 431")


def test_headers_have_an_end_while_another_answer_is_being_sent(running: Running) -> None:
    client = running.client().say("GET /live/games/1/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
    client.until(": here")
    is_cut = False
    try:
        client.say("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        for _ in range(100):
            client.say("x" * 60_000)
    except ConnectionError:
        is_cut = True
    assert is_cut


CHUNKED = "POST /headers HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n"


def test_what_follows_a_body_is_no_header(running: Running) -> None:
    """A proxy passes it on as it came, behind its own words on who asks."""
    answer = running.client().say(CHUNKED + "X-Forwarded-For: 6.6.6.6\r\nCookie: a=b\r\n\r\n").until("HTTP_HOST")
    assert "FORWARDED" not in answer
    assert "COOKIE" not in answer


def test_what_follows_a_body_has_an_end(running: Running) -> None:
    client = running.client().say(CHUNKED)
    is_cut = False
    try:
        for number in range(100):
            client.say(f"X-{number}: " + "x" * 60_000 + "\r\n")
    except ConnectionError:
        is_cut = True
    assert is_cut


@pytest.mark.parametrize("path", ["/long", "/download"])
def test_who_reads_nothing_is_cut_off(running: Running, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(protocol, "STALL_S", 0.2)
    client = running.client(buffer=4096).say(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
    client.hear()
    wait_for(lambda: not protocol.GuardedProtocol._connections or not len(protocol.GuardedProtocol._connections.held))
    if path == "/download":
        assert running.site.downloads[0].is_closed.wait(10)


def test_who_leaves_a_download_ends_it(running: Running) -> None:
    client = running.client(buffer=4096).say("GET /download HTTP/1.1\r\nHost: localhost\r\n\r\n")
    client.hear()
    client.socket.close()
    wait_for(running.site.downloads[0].is_closed.is_set)


def test_a_download_arrives_whole(running: Running) -> None:
    assert running.visit("/download").count("x" * 4096) == 8 * 1024 * 1024 // 4096
