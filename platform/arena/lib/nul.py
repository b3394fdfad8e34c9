"""The one character that no text of PostgreSQL can hold: whoever sends it gets a sentence, never an error of ours.

Looked for in the address of a page before anything else, and, for whatever else a visitor sends, where the database
refuses it. The API's schemas refuse it themselves, with the field's name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import BadRequest
from django.db import DataError
from django.views import defaults

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse, HttpResponseBase

SENTENCE = "The request holds a NUL character (%00), which no text may have. Send it again without."


class NulCookiesMiddleware:
    """A cookie may hold the character behind a backslash. None of ours does: such a one counts as not sent, before
    anybody looks for a session by it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        for name in [name for name, value in request.COOKIES.items() if "\0" in name + value]:
            del request.COOKIES[name]
        return self.get_response(request)


class NulMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        address = request.path + request.META.get("QUERY_STRING", "")
        if not request.path.startswith("/api/") and ("\0" in address or "%00" in address):
            return _refusal(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        is_from_database = isinstance(error, DataError | ValueError) and "NUL" in str(error)
        return _refusal(request) if is_from_database else None


def _refusal(request: HttpRequest) -> HttpResponse:
    return defaults.bad_request(request, BadRequest(SENTENCE))
