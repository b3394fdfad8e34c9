"""The built documentation below /docs/: texts travel compressed, what is named by its content is kept for good."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe
from django.views.static import serve

from arena.web.compress import may_be_packed, packed_once

_NAMED_BY_CONTENT = re.compile(r"assets/moved/|assets/.+\.[0-9a-f]{8}\.min\.(?:css|js)$")
_TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")


@require_safe
def page(request: HttpRequest, path: str) -> HttpResponseBase:
    root = Path(settings.DOCS_SITE)
    if not (root / "index.html").is_file():
        return render(request, "docs/not_built.html", status=404)
    # The same cleaning that `serve` does: nothing above the folder can be named.
    inside = posixpath.normpath(f"/{path}").lstrip("/")
    if (root / inside).is_dir():
        if inside and not path.endswith("/"):
            return HttpResponsePermanentRedirect(f"{request.path}/")
        inside = posixpath.join(inside, "index.html")
    response = serve(request, inside, document_root=str(root))
    if _NAMED_BY_CONTENT.match(inside):
        response["Cache-Control"] = "public, max-age=31536000, immutable"
    return _packed(request, root / inside, response)


def _packed(request: HttpRequest, file: Path, response: HttpResponseBase) -> HttpResponseBase:
    if not isinstance(response, FileResponse) or not response.headers["Content-Type"].startswith(_TEXTS):
        return response
    patch_vary_headers(response, ["Accept-Encoding"])
    packed = _packed_file(file, file.stat().st_mtime_ns) if may_be_packed(request) else b""
    if not packed:
        return response
    if response.file_to_stream is not None:
        response.file_to_stream.close()  # not the response: that would say that the request is over
    headers = {name: response.headers[name] for name in ("Content-Type", "Last-Modified", "Vary")}
    if "Cache-Control" in response.headers:
        headers["Cache-Control"] = response.headers["Cache-Control"]
    return HttpResponse(packed, headers={**headers, "Content-Encoding": "gzip"})


@lru_cache(maxsize=64)
def _packed_file(file: Path, changed_ns: int) -> bytes:
    """The longest of a site has 0.5 MB; packed they are a tenth to a third as long."""
    return packed_once(file.read_bytes())
