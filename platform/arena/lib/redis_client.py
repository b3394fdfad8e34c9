"""The arena's own connection to Redis, for what is neither a task nor a cache entry."""

from functools import cache

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry


@cache
def client() -> "Redis":
    # Short and without retries: a health check that waits for seconds is as bad as none.
    return Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=2,
        socket_timeout=2,
        retry=Retry(NoBackoff(), 0),
        decode_responses=True,
    )


def key(*parts: str) -> str:
    return ":".join((settings.KEY_PREFIX, *parts))
