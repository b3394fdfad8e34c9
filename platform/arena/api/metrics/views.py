"""`/metrics`: for a token of its own, or for this very machine while none is set."""

from __future__ import annotations

import hmac
import ipaddress

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from arena.api.metrics.collector import ArenaCollector


@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        sentence = (
            "Send Authorization: Bearer with ARENA_METRICS_TOKEN, or ask from the machine itself while it is unset."
        )
        return HttpResponse(sentence, status=403, content_type="text/plain; charset=utf-8")
    registry = CollectorRegistry(auto_describe=False)
    registry.register(ArenaCollector())
    return HttpResponse(
        generate_latest(registry), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"}
    )


def may_read(request: HttpRequest) -> bool:
    wanted = settings.METRICS_TOKEN
    if wanted:
        scheme, _, given = request.headers.get("Authorization", "").partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), wanted.encode())
    # A proxy on this machine calls from loopback too, for everybody: what it forwards is not from here.
    if request.headers.get("X-Forwarded-For") or request.headers.get("Forwarded"):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
