"""Post a body to an address that somebody else chose: no redirects, limits of time and size, checked addresses."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from arena.lib.stored_words import filled
from arena.news.addresses import AddressError, check_url, resolve
from engines.words import mark

TIMEOUT_S = 5.0
"""For all of it: name, connection, request and answer."""
MOST_ANSWER_BYTES = 2048
"""Read and kept for the log; the rest is not asked for."""


@dataclass(frozen=True)
class Answer:
    status: int | None
    """None: none came."""
    text: str
    error: str
    took_ms: int

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def post(url: str, body: bytes, headers: Mapping[str, str], timeout_s: float = TIMEOUT_S) -> Answer:
    """Never raises for what the other side does."""
    begin = time.monotonic()
    status, text, error = None, "", ""
    try:
        check_url(url)
        status, text = _exchange(url, body, headers, timeout_s)
    except AddressError as reason:
        error = str(reason)
    except TimeoutError:
        error = _late(timeout_s)
    except (OSError, http.client.HTTPException, UnicodeError) as reason:
        gone = time.monotonic() - begin >= timeout_s
        error = _late(timeout_s) if gone else f"{type(reason).__name__}: {reason}"[:300]
    return Answer(status, text, error, round(1000 * (time.monotonic() - begin)))


def _late(timeout_s: float) -> str:
    return filled(mark("No answer within {seconds} seconds."), seconds=f"{timeout_s:g}")


def _exchange(url: str, body: bytes, headers: Mapping[str, str], timeout_s: float) -> tuple[int, str]:
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connected = _connect(host, port, timeout_s)
    # Each wait has its own limit, so a server that sends a byte now and then could hold us for hours: this cannot.
    is_cut = threading.Event()
    guard = threading.Timer(timeout_s, _cut, [connected, is_cut])
    guard.daemon = True
    guard.start()
    try:
        connection = http.client.HTTPConnection(host, port, timeout=timeout_s)
        connection.sock = _secured(connected, host) if parts.scheme == "https" else connected
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, {**headers, "Connection": "close"})
        answer = connection.getresponse()
        text = answer.read(MOST_ANSWER_BYTES).decode(errors="replace").replace("\x00", "")
        if is_cut.is_set():  # half an answer is none
            raise TimeoutError
        return answer.status, text
    finally:
        guard.cancel()
        connected.close()


def _connect(host: str, port: int, timeout_s: float) -> socket.socket:
    """To an address that was just checked, not to the name: asked again, it might give another one."""
    end = time.monotonic() + timeout_s
    problem: OSError = OSError("no address")
    for address, at in resolve(host, port)[:3]:
        left_s = end - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        try:
            return socket.create_connection((str(address), at), left_s)
        except OSError as reason:
            problem = reason
    raise problem


def _secured(plain: socket.socket, host: str) -> ssl.SSLSocket:
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _cut(connected: socket.socket, is_cut: threading.Event) -> None:
    is_cut.set()
    try:
        connected.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it was over already
