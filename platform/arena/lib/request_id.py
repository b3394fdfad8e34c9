"""Gives each request an id, writes one log line about it, and returns the id in `X-Request-ID`.

A proxy in front may choose the id; anything but a short plain token is replaced, since it ends up in logs.
"""

from __future__ import annotations

import re
import time
import uuid
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-ID"
_ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{8,64}")

log = structlog.get_logger("arena.request")


def request_id(request: HttpRequest) -> str:
    header = request.headers.get(HEADER, "")
    return header if _ACCEPTABLE.fullmatch(header) else uuid.uuid4().hex


class RequestIdMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        identifier = request_id(request)
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=identifier):
            response = self.get_response(request)
            response.headers[HEADER] = identifier
            self.report(request, response, round((time.perf_counter() - started) * 1000, 1))
        return response

    def report(self, request: HttpRequest, response: HttpResponseBase, duration_ms: float) -> None:
        match = request.resolver_match
        log.info(
            "request",
            method=request.method,
            # The path without its query: that may hold what should not be kept.
            path=request.path,
            view=match.view_name if match else None,
            status=response.status_code,
            duration_ms=duration_ms,
        )
