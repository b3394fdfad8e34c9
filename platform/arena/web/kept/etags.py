"""An ETag for every page and list, made of what it says: right for everybody, because nobody else's page is involved.

The token against forged forms differs from page to page though it means the same. It is left out, and the cookie that
it belongs to is put in: a page whose tokens would not be taken any more is sent anew.
"""

from __future__ import annotations

import hashlib
import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers

_FORM_TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*"')
_KINDS = ("text/html", "application/json", "text/csv")


def is_markable(request: HttpRequest, response: HttpResponseBase) -> bool:
    return (
        request.method in {"GET", "HEAD"}
        and response.status_code == 200
        and isinstance(response, HttpResponse)
        and not response.has_header("ETag")
        # A cookie that the browser has already is sent again to last longer; any other tells it more than the page.
        and all(request.COOKIES.get(name) == cookie.value for name, cookie in response.cookies.items())
        and "no-store" not in response.headers.get("Cache-Control", "")
        and response.headers.get("Content-Type", "").startswith(_KINDS)
    )


def mark(request: HttpRequest, response: HttpResponse) -> None:
    """Browsers keep the page but ask each time; what stands in between keeps nothing."""
    said = hashlib.blake2b(digest_size=16)
    if b"csrfmiddlewaretoken" in response.content:
        said.update(request.COOKIES.get(settings.CSRF_COOKIE_NAME, "").encode())
        said.update(_FORM_TOKEN.sub(rb"\1", response.content))
    else:
        said.update(response.content)
    response.headers["ETag"] = f'W/"{said.hexdigest()}"'
    response.headers.setdefault("Cache-Control", "private, no-cache")
    patch_vary_headers(response, ["Cookie"])


def answered(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The response, or 304 if the browser has it."""
    etag = response.headers.get("ETag")
    if etag is None or response.status_code != 200 or not isinstance(response, HttpResponse):
        return response
    return get_conditional_response(request, etag=etag, response=response) or response
