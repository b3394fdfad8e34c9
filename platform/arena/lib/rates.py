"""How often somebody may do something: counted in Redis, in windows of a minute."""

from __future__ import annotations

from dataclasses import dataclass

import structlog
from django.conf import settings
from django.http import HttpRequest
from redis.exceptions import RedisError

from arena.lib.client_address import client_address, holder
from arena.lib.redis_client import client, key

WINDOW_S = 60
"""Limits are counts a minute, as the documentation and ``RateLimit-Reset`` tell them."""
DOWNLOADS = 30
"""Files of results per address: each may read a whole tournament or season."""

TABLE_CALLS = 1800
"""Looks, choices and hints at tables per address. A quick player makes one a second, and a class may sit behind one
address (``tables.limits.OPEN_PER_ADDRESS``)."""
TABLE_HINTS = 120
"""Hints at tables per address: each takes a third of a second of a processor (``tables.hints.WHY_S``) that pages wait
for, and thirty pupils may still ask every quarter of a minute."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Count:
    limit: int
    used: int
    reset_s: int

    @property
    def is_over(self) -> bool:
        return self.used > self.limit

    def headers(self) -> dict[str, str]:
        headers = {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(max(0, self.limit - self.used)),
            "RateLimit-Reset": str(self.reset_s),
        }
        return {**headers, "Retry-After": str(self.reset_s)} if self.is_over else headers


def counted(who: str, limit: int) -> Count | None:
    """Count once more. None: Redis is away, and a missing counter must not stop the arena."""
    name = key("api-rate", who)
    try:
        with client().pipeline() as pipe:
            pipe.incr(name)
            pipe.expire(name, WINDOW_S, nx=True)
            pipe.ttl(name)
            used, _, reset_s = pipe.execute()
    except RedisError as error:
        log.warning("api_rate_not_counted", error=str(error))
        return None
    return Count(limit, int(used), max(1, int(reset_s)))


def count_download(request: HttpRequest) -> Count | None:
    return counted(f"download:{holder_of(request)}", DOWNLOADS)


def count_table_call(request: HttpRequest) -> Count | None:
    return counted(f"table:{holder_of(request)}", TABLE_CALLS)


def count_table_hint(request: HttpRequest) -> Count | None:
    return counted(f"hint:{holder_of(request)}", TABLE_HINTS)


def address_of(request: HttpRequest) -> str:
    """The client's address. Only what our own proxies added to X-Forwarded-For is believed."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    return client_address(forwarded, str(request.META.get("REMOTE_ADDR", "")), settings.ALLAUTH_TRUSTED_PROXY_COUNT)


def holder_of(request: HttpRequest) -> str:
    """What the limits of an address count: of IPv6 everybody has more addresses than can be counted."""
    return holder(address_of(request))
