"""`/metrics`: closed, unless a token of its own or a list of addresses opens it."""

from __future__ import annotations

import hmac
import ipaddress

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from arena.api.metrics.collector import ArenaCollector
from arena.api.throttle import address_of


@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        sentence = (
            "Closed. An operator opens it: set ARENA_METRICS_TOKEN and send it as Authorization: Bearer, or name the "
            "addresses that may ask in ARENA_METRICS_ADDRESSES."
        )
        return HttpResponse(sentence, status=403, content_type="text/plain; charset=utf-8")
    registry = CollectorRegistry(auto_describe=False)
    registry.register(ArenaCollector())
    return HttpResponse(
        generate_latest(registry), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"}
    )


def may_read(request: HttpRequest) -> bool:
    return _has_token(request) or _comes_from_the_list(request)


def _has_token(request: HttpRequest) -> bool:
    wanted = settings.METRICS_TOKEN
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return bool(wanted) and scheme.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), wanted.encode())


def _comes_from_the_list(request: HttpRequest) -> bool:
    # Behind a proxy that we were not told of everybody comes from its address: nobody is on the list then.
    is_forwarded = request.headers.get("X-Forwarded-For") or request.headers.get("Forwarded")
    if is_forwarded and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        return False
    try:
        address = ipaddress.ip_address(address_of(request))
    except ValueError:
        return False
    return any(address in ipaddress.ip_network(network) for network in settings.METRICS_ADDRESSES)
