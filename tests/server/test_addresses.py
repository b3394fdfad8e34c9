"""How much of the server one address may hold, and who is meant by an address."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from arena.lib.client_address import client_address, holder
from tests.server.conftest import Running, serve, wait_for

STREAM = "GET /live/games/1/ HTTP/1.1\r\nHost: localhost\r\n{more}\r\n"


def test_one_address_gets_so_many_connections(running: Running) -> None:
    for _ in range(60):
        running.client().say("GET / HT")
    assert running.client().all() == ""
    assert running.visit().startswith("HTTP/1.1 200")


def test_a_connection_that_ends_makes_room(running: Running) -> None:
    clients = [running.client().say("GET / HT") for _ in range(60)]
    assert running.client().all() == ""
    clients[0].socket.close()
    wait_for(lambda: running.visit(source="127.0.0.2").startswith("HTTP/1.1 200"))


def test_a_flood_of_event_streams_of_one_address_leaves_room_for_others(running: Running) -> None:
    flood = [running.client().say(STREAM.format(more="")) for _ in range(50)]
    answers = [client.hear().split("\r\n", 1)[0] for client in flood]
    assert sorted(answers) == ["HTTP/1.1 200 OK"] * 10 + ["HTTP/1.1 429 Too Many Requests"] * 40
    assert running.client("127.0.0.3").say(STREAM.format(more="")).hear().startswith("HTTP/1.1 200")
    assert running.visit(source="127.0.0.2").startswith("HTTP/1.1 200")


def test_a_stream_that_ends_makes_room(running: Running) -> None:
    streams = [running.client().say(STREAM.format(more="")) for _ in range(10)]
    assert all(stream.hear() for stream in streams)
    streams[0].socket.close()
    wait_for(lambda: running.site.streams == 9)
    assert running.client().say(STREAM.format(more="")).hear().startswith("HTTP/1.1 200")


def test_without_a_proxy_nobody_is_who_a_header_says(running: Running) -> None:
    flood = [running.client().say(STREAM.format(more=f"X-Forwarded-For: 198.51.100.{n}\r\n")) for n in range(11)]
    assert [client.hear().split()[1] for client in flood].count("429") == 1


@pytest.fixture
def behind_a_proxy(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    settings.WEB_THREADS, settings.CONNECTIONS_PER_ADDRESS, settings.STREAMS_PER_ADDRESS = 4, 60, 10
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    yield from serve(monkeypatch)


def test_behind_a_proxy_the_address_is_the_one_it_names(behind_a_proxy: Running) -> None:
    def stream(visitor: str) -> str:
        said = STREAM.format(more=f"X-Forwarded-For: 6.6.6.6, {visitor}\r\n")
        return behind_a_proxy.client().say(said).hear().split()[1]

    assert [stream("198.51.100.1") for _ in range(11)] == ["200"] * 10 + ["429"]
    assert stream("198.51.100.2") == "200"


def test_the_connections_of_a_proxy_are_not_those_of_one_visitor(behind_a_proxy: Running) -> None:
    for _ in range(80):
        behind_a_proxy.client().say("GET / HT")
    assert behind_a_proxy.visit(source="127.0.0.2").startswith("HTTP/1.1 200")


@pytest.mark.parametrize(
    ("given", "proxies", "found"),
    [
        ("", 1, "10.0.0.1"),
        ("198.51.100.7", 0, "10.0.0.1"),
        ("198.51.100.7", 1, "198.51.100.7"),
        ("6.6.6.6, 198.51.100.7", 1, "198.51.100.7"),
        ("6.6.6.6, 198.51.100.7, 10.0.0.2", 2, "198.51.100.7"),
        ("198.51.100.7", 2, "10.0.0.1"),
    ],
)
def test_only_what_own_proxies_add_is_believed(given: str, proxies: int, found: str) -> None:
    assert client_address(given, "10.0.0.1", proxies) == found


def test_neighbours_of_one_network_are_one_holder() -> None:
    assert holder("2001:db8::1") == holder("2001:db8::ffff:2") != holder("2001:db8:0:1::1")
    assert holder("not an address") == "not an address"
