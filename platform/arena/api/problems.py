"""Errors of the API: `application/problem+json` with a code for programs and a next step for people (RFC 9457)."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import orjson
from django.http import HttpResponse

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Kind:
    """A kind of problem: what stays the same whenever it occurs."""

    status: int
    title: str
    next_step: str


KINDS: dict[str, Kind] = {
    "malformed": Kind(400, "The request cannot be read", "Compare it with the example in the documentation."),
    "token-missing": Kind(401, "A token is needed", "Make one on the page of your account and send it as Bearer."),
    "token-invalid": Kind(401, "The token is not valid", "It was revoked, has expired or is mistyped: make a new one."),
    "scope-missing": Kind(403, "The token may not do this", "Make a token with the scope that is named."),
    "forbidden": Kind(403, "This is not yours", "Ask who owns or organises it, or check the name."),
    "not-found": Kind(404, "There is no such thing", "Check the name; private things are shown to their owners only."),
    "method-not-allowed": Kind(405, "Not with this method", "Use one of the methods in the Allow header."),
    "too-slow": Kind(408, "The request did not arrive in time", "Send it again over a faster connection."),
    "conflict": Kind(
        409, "It is not possible as things are", "Look at the present state; choose another name or try again later."
    ),
    "cascade": Kind(
        409, "Matches that were played would become void", "Look at the matches named; send cascade: true to go on."
    ),
    "too-large": Kind(413, "The request is too large", "Leave out what the bot does not need to play."),
    "invalid": Kind(422, "What was sent is not possible", "Mend the fields that are named and send it again."),
    "key-reused": Kind(409, "The idempotency key was used before", "Use a new key for each new call."),
    "quota": Kind(429, "A quota is used up", "The sentence says when it goes on."),
    "rate-limited": Kind(429, "Too many requests", "Wait for the seconds in the Retry-After header."),
    "busy": Kind(503, "More visitors than the site can serve", "Wait for the seconds in the Retry-After header."),
    "server-error": Kind(500, "We failed", "Try again; tell staff the X-Request-ID of this answer if it stays."),
}


class ProblemError(Exception):
    """Raised anywhere below a route; becomes the answer."""

    def __init__(
        self,
        code: str,
        detail: str,
        errors: list[dict[str, str]] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = errors or []
        self.headers = headers or {}

    def response(self) -> HttpResponse:
        return problem(self.code, self.detail, self.errors, self.headers)


def problem(
    code: str, detail: str, errors: list[dict[str, str]] | None = None, headers: dict[str, str] | None = None
) -> HttpResponse:
    kind = KINDS[code]
    body: dict[str, Any] = {
        "type": f"/api/v1/docs#{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "code": code,
        "next_step": kind.next_step,
        "errors": errors or [],
    }
    return HttpResponse(orjson.dumps(body), status=kind.status, content_type=CONTENT_TYPE, headers=headers or {})


def problem_for_status(status: int) -> HttpResponse:
    """For answers that Django gave before or beside our routes."""
    code = next((code for code, kind in KINDS.items() if kind.status == status), None)
    if code is None:
        code = "malformed" if status < 500 else "server-error"
    return problem(code, f"{HTTPStatus(status).phrase}.")
