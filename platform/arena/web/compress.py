"""Pages travel compressed. What whitenoise serves is compressed already; streams are left alone."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

LEAST_BYTES = 600
"""Less fits into one packet in any case."""
RANDOM_BYTES = 100
"""Added to each: a page that holds a secret must not tell it by its length (BREACH); as in Django's middleware."""
KINDS = ("text/html", "text/css", "text/plain", "text/csv", "application/json", "application/xml", "image/svg+xml")
LARGE_BYTES = 128 * 1024
LARGE_LEVEL, USUAL_LEVEL = 3, 6
"""Of files as long as all lines of a board the first reader waits: half the time, a tenth more bytes."""
_NEVER = re.compile(r"q=0(\.0*)?")


def may_be_packed(request: HttpRequest) -> bool:
    """Whether who asks reads gzip."""
    for part in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, *options = (word.strip() for word in part.split(";"))
        if name == "gzip":
            return not any(_NEVER.fullmatch(option) for option in options)
    return False


def packed_once(content: bytes) -> bytes:
    """For a page that is the same for everybody and holds no secret: packed when it is made, not when it is sent.

    Empty where that would make nothing shorter.
    """
    if len(content) < LEAST_BYTES:
        return b""
    packed = gzip.compress(content, LARGE_LEVEL if len(content) > LARGE_BYTES else USUAL_LEVEL, mtime=0)
    return packed if len(packed) < len(content) else b""


class CompressMiddleware:
    """Not Django's: that one compresses event streams too, which then arrive late."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponse) or not response.headers.get("Content-Type", "").startswith(KINDS):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        if len(response.content) < LEAST_BYTES or response.has_header("Content-Encoding"):
            return response
        if not may_be_packed(request):
            return response
        packed = compress_string(response.content, max_random_bytes=RANDOM_BYTES)
        if len(packed) >= len(response.content):
            return response
        etag = response.headers.get("ETag", "")
        if etag.startswith('"'):
            response.headers["ETag"] = f"W/{etag}"  # other bytes, the same page
        response.content = packed
        response.headers["Content-Length"] = str(len(packed))
        response.headers["Content-Encoding"] = "gzip"
        return response
