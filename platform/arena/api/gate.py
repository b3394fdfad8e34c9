"""What holds for every call below /api/, whichever route answers it: token, rate, size, idempotency, ETag, errors."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag

from arena.api import access, idempotency, throttle
from arena.api.problems import CONTENT_TYPE, ProblemError, problem_for_status
from arena.bots.conditions import conditions

PREFIX = "/api/"
FORM_BYTES = 64 * 1024
"""What comes around an upload."""
READING = {"GET", "HEAD"}
SAFE = {*READING, "OPTIONS"}


class ApiMiddleware:
    """The innermost middleware: what it answers passes all others on the way out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(PREFIX):
            return self.get_response(request)
        # Programs read these texts: whatever the browser of their author asks for, they are the documented ones.
        with translation.override(settings.LANGUAGE_CODE):
            return self._called(request)

    def _called(self, request: HttpRequest) -> HttpResponseBase:
        counted: throttle.Count | None = None
        try:
            caller = _authenticated(request)
            request.access = caller  # type: ignore[attr-defined]  # read by access.access_of alone
            counted = throttle.count(request, caller)
            response = self._answer(request, caller, counted)
        except ProblemError as error:
            response = error.response()
        for name, value in (counted.headers() if counted else {}).items():
            response.headers[name] = value
        return _finished(request, response)

    def _answer(
        self, request: HttpRequest, caller: access.Access | None, counted: throttle.Count | None
    ) -> HttpResponseBase:
        if counted is not None and counted.is_over:
            raise ProblemError("rate-limited", f"At most {counted.limit} calls a minute.")
        most = conditions().upload_bytes + FORM_BYTES
        if _length(request, most) > most:
            raise ProblemError("too-large", f"At most {most:,} bytes are taken.")
        key = request.headers.get(idempotency.HEADER)
        if key is None or caller is None or request.method in SAFE:
            return self.get_response(request)
        return idempotency.answer_once(request, caller.user, key, self.get_response)


def _authenticated(request: HttpRequest) -> access.Access | None:
    try:
        return access.authenticate(request)
    except ProblemError:
        counted = throttle.count_wrong_token(request)
        if counted is not None and counted.is_over:
            sentence = f"At most {counted.limit} wrong tokens a minute are looked at."
            raise ProblemError("rate-limited", sentence, headers=counted.headers()) from None
        raise


def _length(request: HttpRequest, most: int) -> int:
    header = request.headers.get("Content-Length") or "0"
    return int(header) if header.isascii() and header.isdecimal() else most + 1


def _finished(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if response.status_code >= 400 and not response.headers.get("Content-Type", "").startswith(CONTENT_TYPE):
        response = _as_problem(response)
    patch_vary_headers(response, ["Authorization"])
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    if request.method in READING and response.status_code == 200 and isinstance(response, HttpResponse):
        set_response_etag(response)
        return get_conditional_response(request, etag=response.headers["ETag"], response=response) or response
    return response


def _as_problem(response: HttpResponseBase) -> HttpResponse:
    """Django's own pages for 404, 405 and the like, in the form of all other errors; its headers stay."""
    problem = problem_for_status(response.status_code)
    for name, value in response.headers.items():
        if name not in {"Content-Type", "Content-Length"}:
            problem.headers[name] = value
    return problem
