"""How often somebody may call: counted in Redis per user, or per address without a token, in windows of a minute."""

from __future__ import annotations

from dataclasses import dataclass

import structlog
from django.conf import settings
from django.http import HttpRequest
from redis.exceptions import RedisError

from arena.api.access import Access
from arena.lib.client_address import client_address
from arena.lib.redis_client import client, key

WINDOW_S = 60
"""The limits below are calls a minute, as the documentation and ``RateLimit-Reset`` tell them."""
READS = 600
"""Per user; a program that follows a match asks once a second."""
WRITES = 60
"""Per user; what is dear (uploads, practice games) has quotas of its own."""
STRANGER = 120
"""Per address, without a token."""
CSP_REPORTS = 20
"""Per address: a broken page sends many at once, and one is enough to mend it."""
WRONG_TOKENS = 20
"""Per address: who has an old token is told so, who guesses is stopped. Right tokens of the same address work on."""

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


def count(request: HttpRequest, access: Access | None) -> Count | None:
    """Count this call. None: Redis is away, and a missing counter must not stop the arena."""
    is_read = request.method in {"GET", "HEAD", "OPTIONS"}
    if access is None:
        who, limit = f"address:{address_of(request)}", STRANGER
    else:
        # Per user and not per token: making more tokens gives no more calls.
        who, limit = f"user:{access.user.pk}:{'read' if is_read else 'write'}", READS if is_read else WRITES
    return _counted(who, limit)


def count_wrong_token(request: HttpRequest) -> Count | None:
    return _counted(f"wrong-token:{address_of(request)}", WRONG_TOKENS)


def count_csp_report(request: HttpRequest) -> Count | None:
    return _counted(f"csp-report:{address_of(request)}", CSP_REPORTS)


def _counted(who: str, limit: int) -> Count | None:
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


def address_of(request: HttpRequest) -> str:
    """The client's address. Only what our own proxies added to X-Forwarded-For is believed."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    return client_address(forwarded, str(request.META.get("REMOTE_ADDR", "")), settings.ALLAUTH_TRUSTED_PROXY_COUNT)
