"""Keys of this process of the tests in the Redis that all of them share."""

from django.conf import settings

from arena.lib.redis_client import client as redis_client


def forget() -> None:
    """``cache.clear()`` would empty the whole database: locks and counters of the other processes' tests too."""
    redis = redis_client()
    # Django's cache writes "prefix:version:key", our own keys are "prefix:name": both begin alike.
    if keys := list(redis.scan_iter(f"{settings.KEY_PREFIX}:*")):
        redis.delete(*keys)
