"""Connections of uvicorn with deadlines that it does not have: for headers, and for reading what was answered."""

from __future__ import annotations

import asyncio
import resource
import socket
from contextlib import suppress
from typing import Any

import structlog
from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from arena.server.addresses import FullError, Held
from arena.server.limits import (
    HEADERS_S,
    MOST_CONNECTIONS,
    MOST_HEADER_BYTES,
    PEER_GONE_S,
    STALL_BYTES,
    STALL_S,
)

_SPARE_FILES = 200
"""For the database, Redis, bodies on disk and files that are sent."""
_log = structlog.get_logger(__name__)


class Connections:
    """Of one process. Behind a proxy all come from the proxy, and it counts them (see the documentation)."""

    def __init__(self) -> None:
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = min(MOST_CONNECTIONS, max(files - _SPARE_FILES, 16))
        is_direct = settings.ALLAUTH_TRUSTED_PROXY_COUNT == 0
        self.held = Held(settings.CONNECTIONS_PER_ADDRESS if is_direct else self._most)

    def take(self, address: str, count: int) -> str:
        """Of ``count`` open ones this is the newest. Raises ``FullError``."""
        if count > self._most:
            raise FullError
        return self.held.take(address)


class GuardedProtocol(HttpToolsProtocol):
    _connections: Connections | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if GuardedProtocol._connections is None:
            GuardedProtocol._connections = Connections()
        self._all = GuardedProtocol._connections
        self._who = ""
        self._headers_due: asyncio.TimerHandle | None = None
        self._is_in_headers = False
        self._idle_bytes = 0
        """That came since the end of the last headers or the last piece of a body: headers, or nothing of use."""
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        _notice_death(transport.get_extra_info("socket"))
        address = self.client[0] if self.client else ""
        try:
            self._who = self._all.take(address, len(self.connections))
        except FullError:
            _log.warning("connection_refused", address=address)
            transport.abort()
        else:
            self._expect_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._who:
            self._all.held.give_back(self._who)
            self._who = ""
        self._headers_are_there()
        self.resume_writing()
        super().connection_lost(exc)

    # From the first byte to the last header.

    def data_received(self, data: bytes) -> None:
        if self._headers_due is None and not self._is_answering:
            self._expect_headers()
        self._idle_bytes += len(data)
        super().data_received(data)
        if self._idle_bytes > MOST_HEADER_BYTES:
            self._end(b"431 Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        self._is_in_headers = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """What follows a body in pieces is called so too. A proxy may pass it on behind its own words: not for us."""
        if self._is_in_headers:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._headers_are_there()
        self._is_in_headers, self._idle_bytes = False, 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._idle_bytes = 0
        super().on_body(body)

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _expect_headers(self) -> None:
        self._headers_due = self.loop.call_later(HEADERS_S, self._end, b"408 Request Timeout")

    def _headers_are_there(self) -> None:
        if self._headers_due is not None:
            self._headers_due.cancel()
            self._headers_due = None

    def _end(self, status: bytes) -> None:
        """Whoever is slow for honest reasons reads why; nobody is waited for."""
        self._headers_are_there()
        if self._is_answering:
            self.transport.abort()  # it would stand in the middle of another answer
        elif not self.transport.is_closing():
            self.transport.write(b"HTTP/1.1 " + status + b"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            self.transport.close()

    # While an answer waits to be read.

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_later()

    def resume_writing(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self._look_later()  # closed, but only once everything was read

    def _look_later(self) -> None:
        if self._stalled is None:
            size = self.transport.get_write_buffer_size()
            self._stalled = self.loop.call_later(STALL_S, self._look, size)

    def _look(self, size_then: int) -> None:
        self._stalled = None
        left = self.transport.get_write_buffer_size()
        if left and size_then - left < min(STALL_BYTES, size_then):
            self.transport.abort()
        elif left:
            self._look_later()


def _notice_death(connection: socket.socket | None) -> None:
    """A machine that was switched off says no good-bye: without this its connection stays for hours."""
    if connection is None or connection.family not in {socket.AF_INET, socket.AF_INET6}:
        return
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, PEER_GONE_S // 2)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, PEER_GONE_S // 6)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PEER_GONE_S * 1000)
