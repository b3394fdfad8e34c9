"""Posting to an address that a stranger chose: no way into the arena's own network, and nobody can hold us."""

import ipaddress
import socket
import threading
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from arena.news.addresses import AddressError, check_url, may_connect
from arena.news.posting import MOST_ANSWER_BYTES, post
from tests.news.conftest import Receiver

PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",  # noqa: S104 - refused
    "255.255.255.255", "::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "fec0::1", "64:ff9b::7f00:1", "2002:7f00:1::",
    "::",
    "ff02::1", "192.0.2.1", "240.0.0.1",
)  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused(address: str) -> None:
    assert not may_connect(ipaddress.ip_address(address))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(AddressError, match="private network"):
        check_url(f"https://{host}/")


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_public_ones_are_not(address: str) -> None:
    assert may_connect(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://me:pw@example.org/",
        "https://example.org:99999/",
        "x",
    ],
)
def test_other_addresses_are_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(AddressError):
        check_url(url)


def test_a_name_that_leads_home_is_refused_when_it_is_connected_to(
    receiver: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have led elsewhere when it was written down."""
    settings.WEBHOOKS_MAY_BE_PRIVATE = False
    row = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443))
    monkeypatch.setattr("arena.news.addresses.socket.getaddrinfo", lambda *_given, **_more: [row])
    answer = post("https://innocent.example.org/", b"{}", {})
    assert answer.status is None
    assert "private network" in answer.error
    assert receiver.got == []


def test_the_connection_goes_to_the_address_that_was_checked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second question to the resolver could get another answer: there is none."""
    asked = []
    port = int(receiver.url.rsplit(":", 1)[1].split("/")[0])

    def once(*given: object, **_more: object) -> list[object]:
        asked.append(given)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("arena.news.addresses.socket.getaddrinfo", once)
    monkeypatch.setattr("socket.create_connection", _direct)
    assert post(f"http://name.example.org:{port}/hook", b"{}", {}).status == 200
    assert len(asked) == 1
    assert receiver.got[0][0]["host"] == f"name.example.org:{port}"


def _direct(address: tuple[str, int], timeout: float) -> socket.socket:
    """As the original, which would ask the resolver for the numbers too."""
    made = socket.socket()
    made.settimeout(timeout)
    made.connect(address)
    return made


def test_a_long_answer_is_cut(receiver: Receiver) -> None:
    receiver.answer = b"x" * 1_000_000
    assert len(post(receiver.url, b"{}", {}).text) == MOST_ANSWER_BYTES


@pytest.fixture
def dripping(settings: Settings) -> Iterator[str]:
    """A server that never stops answering, and never ends."""
    settings.WEBHOOKS_MAY_BE_PRIVATE = True
    server = socket.create_server(("127.0.0.1", 0))
    is_over = threading.Event()

    def drip() -> None:
        with server.accept()[0] as caller:
            caller.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
            while not is_over.wait(0.05):
                try:
                    caller.sendall(b"y")
                except OSError:
                    return

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    is_over.set()
    thread.join()
    server.close()


def test_a_server_that_drips_cannot_hold_us(dripping: str) -> None:
    answer = post(dripping, b"{}", {}, timeout_s=0.5)
    assert answer.status is None
    assert "0.5 seconds" in answer.error


def test_a_closed_door_is_a_sentence(settings: Settings) -> None:
    settings.WEBHOOKS_MAY_BE_PRIVATE = True
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert "refused" in post(f"http://127.0.0.1:{port}/", b"{}", {}).error
