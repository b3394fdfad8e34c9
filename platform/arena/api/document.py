"""`openapi.json` from memory: the document changes with the code and not otherwise."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from ninja.responses import NinjaJSONEncoder

from arena.api.site import document


@require_GET
def openapi(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_text(), content_type="application/json")


@cache
def _text() -> bytes:
    return NinjaJSONEncoder(ensure_ascii=False).encode(document()).encode()
