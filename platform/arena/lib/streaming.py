"""Long files made while they are sent: few at once, one for each address; slow readers leave threads free."""

from __future__ import annotations

import math
import threading
import time
import zlib
from collections.abc import Iterable, Iterator

from django.http import HttpRequest, StreamingHttpResponse

from arena.lib.rates import holder_of

ZIP = "application/zip"
AT_ONCE = 2
"""Of the threads that answer requests; the others stay free for pages."""
RETRY_AFTER_S = 30
"""Half of ``PATIENCE_S``: by the second try a place that a slow reader holds can be taken."""
PATIENCE_S = 60.0
"""A small download is over by then even on a poor line, so only long slow ones are looked at."""
LEAST_BYTES_A_SECOND = 64 * 1024
"""Who takes less than this after ``PATIENCE_S`` is cut off when somebody else waits, and only then."""


class TooManyDownloadsError(Exception):
    """All places are taken, or this address has one; a moment later one will be free."""


class TooSlowError(Exception):
    """Somebody else has the place now: the connection ends, and the reader sees that the file is not whole."""


class _Places:
    """Of one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: list[_Sending] = []

    def take(self, sending: _Sending) -> None:
        with self._lock:
            if any(place.address == sending.address for place in self._held):
                raise TooManyDownloadsError
            if len(self._held) >= AT_ONCE:
                slowest = min(self._held, key=lambda place: place.bytes_a_second)
                if slowest.bytes_a_second >= LEAST_BYTES_A_SECOND:
                    raise TooManyDownloadsError
                self._held.remove(slowest)
            self._held.append(sending)

    def give_back(self, sending: _Sending) -> None:
        with self._lock:
            if sending in self._held:
                self._held.remove(sending)

    def has(self, sending: _Sending) -> bool:
        return sending in self._held


_places = _Places()


class _Sending:
    """Gives its place back when everything is sent, and when the reader leaves before it began."""

    def __init__(self, parts: Iterable[bytes], address: str) -> None:
        self._parts = iter(parts)
        self.address = address
        """Whose (an IPv6 network is one): nobody takes all places."""
        self._began = time.monotonic()
        self._bytes = 0
        _places.take(self)

    @property
    def bytes_a_second(self) -> float:
        """Nobody is called slow at once."""
        seconds = time.monotonic() - self._began
        return self._bytes / seconds if seconds > PATIENCE_S else math.inf

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if not _places.has(self):
            raise TooSlowError
        try:
            part = next(self._parts)
        except BaseException:
            self.close()
            raise
        self._bytes += len(part)
        return part

    def close(self) -> None:
        _places.give_back(self)


def streamed(request: HttpRequest, parts: Iterable[bytes], name: str, content_type: str) -> StreamingHttpResponse:
    """Compressed on the way if the reader can and it is not yet. Raises ``TooManyDownloadsError``."""
    is_packed = content_type != ZIP and "gzip" in request.headers.get("Accept-Encoding", "")
    response = StreamingHttpResponse(
        _Sending(_packed(parts) if is_packed else parts, holder_of(request)), content_type=content_type
    )
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Vary"] = "Accept-Encoding"
    if is_packed:
        response["Content-Encoding"] = "gzip"
    return response


def _packed(parts: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(level=1, wbits=31)
    for part in parts:
        if packed := packer.compress(part):
            yield packed
    yield packer.flush()
