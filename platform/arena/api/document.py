"""`openapi.json` from memory: the document changes with the code and not otherwise."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from ninja.responses import NinjaJSONEncoder

from arena.api.site import api

PREFIX = "/api/v1/"


@require_GET
def openapi(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_document(), content_type="application/json")


@cache
def _document() -> bytes:
    """Written once a process: 400 ms of work, which would otherwise be a cheap way to stall the site."""
    return NinjaJSONEncoder(ensure_ascii=False).encode(api.get_openapi_schema(path_prefix=PREFIX)).encode()
