"""When somebody last looked at the arena: a person or a program that asked for a page, or has one open that is live.

Probes and figures do not count. Only arenas whose ladders may rest ask for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from redis.exceptions import RedisError

from arena.lib.live.tally import streams
from arena.lib.redis_client import client, key

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

EVERY_S = 2.0
"""A process that answers a thousand pages a second says so once in this time."""
FIGURES = "/metrics"


def note() -> None:
    seconds, _ = client().time()
    client().set(key("looked"), seconds)


def seconds_since() -> float:
    """0 while a live page is open. A fresh arena begins to count when it is first asked. Raises ``RedisError``."""
    if streams().open:
        note()
        return 0.0
    seconds, _ = client().time()
    client().set(key("looked"), seconds, nx=True)
    last = cast("str | None", client().get(key("looked")))
    return max(0.0, seconds - float(last or seconds))


class LookedMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.LADDERS_REST:
            raise MiddlewareNotUsed
        self.get_response = get_response
        self._told_at = -EVERY_S

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        now = time.monotonic()
        if request.path != FIGURES and now - self._told_at >= EVERY_S:
            self._told_at = now
            with suppress(RedisError):  # it says so elsewhere; the page is what was asked for
                note()
        return self.get_response(request)
