"""JSON that was compressed once and is sent often."""

from __future__ import annotations

import gzip
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified


def packed_answer(request: HttpRequest, name: str, make: Callable[[], bytes]) -> HttpResponse:
    """``make`` gives gzip, and is not called while the visitor's own copy, known by its name, is good."""
    etag = f'"{name}"'
    if request.headers.get("If-None-Match") == etag:
        return _revalidated(HttpResponseNotModified(), etag)
    return _revalidated(_unpacked_if_needed(request, make()), etag)


def _unpacked_if_needed(request: HttpRequest, packed: bytes) -> HttpResponse:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(packed), content_type="application/json")
    return HttpResponse(packed, content_type="application/json", headers={"Content-Encoding": "gzip"})


def _revalidated(response: HttpResponse, etag: str) -> HttpResponse:
    """Browsers keep the answer but ask each time: what a visitor may see can change, caches in between keep nothing."""
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Accept-Encoding, Cookie"
    return response
