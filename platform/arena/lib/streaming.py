"""Long files made while they are sent: a bounded number at once, so that slow readers do not take every thread."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterable, Iterator

from django.http import HttpRequest, StreamingHttpResponse

AT_ONCE = 2
"""Of the threads that answer requests; the others stay free for pages."""
RETRY_AFTER_S = 30
_slots = threading.BoundedSemaphore(AT_ONCE)


class TooManyDownloadsError(Exception):
    """All slots are taken; a moment later one will be free."""


class _Sending:
    """Gives its slot back when everything is sent, and when the reader leaves before it began."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = iter(parts)
        self._holds_slot = True

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._parts)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._holds_slot:
            self._holds_slot = False
            _slots.release()


def streamed(request: HttpRequest, parts: Iterable[bytes], name: str, content_type: str) -> StreamingHttpResponse:
    """Compressed on the way if the reader can."""
    if not _slots.acquire(blocking=False):
        raise TooManyDownloadsError
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = StreamingHttpResponse(_Sending(_packed(parts) if is_packed else parts), content_type=content_type)
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
