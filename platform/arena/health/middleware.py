"""`/healthz`: this process answers. `/readyz`: the arena can do its work, or the reasons why not, with status 503.

A middleware before all others and no view: a probe calls by address, which the check of host names would refuse, and
must not be redirected to HTTPS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponseBase, JsonResponse

from arena.health.checks import examine

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

PATHS = {"/healthz", "/readyz"}


class HealthMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path not in PATHS:
            return self.get_response(request)
        if request.method not in {"GET", "HEAD"}:
            return JsonResponse({"error": "Only GET is answered here."}, status=405, headers={"Allow": "GET, HEAD"})
        response = healthz() if request.path == "/healthz" else readyz()
        response.headers["Cache-Control"] = "no-store"
        return response


def healthz() -> JsonResponse:
    return JsonResponse({"status": "ok"})


def readyz() -> JsonResponse:
    findings = examine()
    is_ready = all(finding.ok for finding in findings.values() if finding.is_needed)
    body = {
        "status": "ready" if is_ready else "not ready",
        "checks": {name: {"ok": finding.ok, "reason": finding.reason} for name, finding in findings.items()},
    }
    return JsonResponse(body, status=200 if is_ready else 503)
