"""Parts of public pages that may be some seconds old: computed once, then shared by all processes and visitors.

What names bots has the roster in its key: who becomes private or retires leaves at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import structlog
from django.core.cache import cache
from redis.exceptions import RedisError

T = TypeVar("T")
_log = structlog.get_logger(__name__)


def kept(key: str, seconds: int, compute: Callable[[], T]) -> T:
    """The value of the last ``seconds``, or a new one. Without Redis every visitor computes it."""
    try:
        value: T | None = cache.get(key)
        if value is None:
            value = compute()
            cache.set(key, value, seconds)
    except RedisError as error:
        _log.warning("nothing_is_kept", key=key, error=str(error))
        return compute()
    return value
