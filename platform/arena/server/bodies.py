"""Bodies of requests, read whole before a thread is taken: who sends slowly keeps nobody waiting but itself."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import IO, Any

from arena.server.limits import (
    BODY_BYTES_A_SECOND,
    BODY_S,
    IN_MEMORY_BYTES,
    LONGEST_BODY_S,
    MOST_BODY_BYTES,
    ON_DISK_BYTES,
)


class BodyError(Exception):
    """The body cannot be taken: a status and a sentence for who sent it."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class GoneError(Exception):
    """The client left before its request was complete."""


TOO_LARGE = f"The request is too large: at most {MOST_BODY_BYTES:,} bytes are taken. Send less."
TOO_SLOW = "The request did not arrive in time. Send it again over a faster connection."
NO_ROOM = "Too many uploads arrive at this moment. Try again in a minute."


class Bodies:
    """Of one process: they share a bounded part of the disk."""

    def __init__(self, room: int = ON_DISK_BYTES) -> None:
        self._room = room

    @asynccontextmanager
    async def whole(self, headers: Iterable[tuple[bytes, bytes]], receive: Any) -> AsyncIterator[IO[bytes]]:
        """The body as a file at its start. Raises ``BodyError`` or ``GoneError``."""
        declared = _declared(headers)
        if declared > MOST_BODY_BYTES:
            raise BodyError(413, TOO_LARGE)
        with tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES) as file:
            taken = 0
            try:
                if declared or _is_chunked(headers):
                    async for part in _parts(receive):
                        if file.tell() + len(part) > MOST_BODY_BYTES:
                            raise BodyError(413, TOO_LARGE)
                        file.write(part)
                        if file.tell() > IN_MEMORY_BYTES:
                            taken, before = file.tell(), taken
                            self._room -= taken - before
                            if self._room < 0:
                                raise BodyError(503, NO_ROOM)
                    file.seek(0)
                yield file
            finally:
                self._room += taken


async def _parts(receive: Any) -> AsyncIterator[bytes]:
    """Pieces as they come, while they come fast enough."""
    start, count = asyncio.get_running_loop().time(), 0
    is_last = False
    while not is_last:
        end = start + min(BODY_S + count / BODY_BYTES_A_SECOND, LONGEST_BODY_S)
        try:
            async with asyncio.timeout_at(end):
                message = await receive()
        except TimeoutError:
            raise BodyError(408, TOO_SLOW) from None
        if message["type"] == "http.disconnect":
            raise GoneError
        part = message.get("body", b"")
        count += len(part)
        is_last = not message.get("more_body", False)
        yield part


def _declared(headers: Iterable[tuple[bytes, bytes]]) -> int:
    header = next((value for name, value in headers if name == b"content-length"), b"0")
    return int(header) if header.isdigit() and len(header) < 16 else MOST_BODY_BYTES + 1


def _is_chunked(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name == b"transfer-encoding" for name, _ in headers)
