"""The built documentation below /docs/."""

from __future__ import annotations

import posixpath
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.static import serve


@require_safe
def page(request: HttpRequest, path: str) -> HttpResponse | FileResponse | HttpResponsePermanentRedirect:
    root = Path(settings.DOCS_SITE)
    if not (root / "index.html").is_file():
        return render(request, "docs/not_built.html", status=404)
    # The same cleaning that `serve` does: nothing above the folder can be named.
    inside = posixpath.normpath(f"/{path}").lstrip("/")
    if (root / inside).is_dir():
        if inside and not path.endswith("/"):
            return HttpResponsePermanentRedirect(f"{request.path}/")
        inside = posixpath.join(inside, "index.html")
    return serve(request, inside, document_root=str(root))
