"""Signs of life in Redis: which workers serve which queue, and when the last periodic task went through.

All times are the Redis server's, so machines with differing clocks agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from arena.lib.redis_client import client, key

EVERY_S = 10
"""A dead worker is missed after half a minute, and a hundred workers write ten times a second."""
STALE_AFTER_S = 35
"""Three missed signs and a little: one slow write is no alarm."""


def now() -> int:
    seconds, _ = client().time()
    return seconds


def worker_is_alive(hostname: str, queues: Iterable[str], processes: int = 1) -> None:
    moment = now()
    with client().pipeline() as pipe:
        pipe.hset(key("processes"), hostname, processes)
        for queue in queues:
            pipe.zadd(key("workers", queue), {hostname: moment})
            pipe.zremrangebyscore(key("workers", queue), "-inf", moment - STALE_AFTER_S)
        pipe.execute()


def worker_is_gone(hostname: str, queues: Iterable[str]) -> None:
    with client().pipeline() as pipe:
        pipe.hdel(key("processes"), hostname)
        for queue in queues:
            pipe.zrem(key("workers", queue), hostname)
        pipe.execute()


def live_workers(queue: str) -> list[str]:
    return cast("list[str]", client().zrangebyscore(key("workers", queue), now() - STALE_AFTER_S, "+inf"))


def live_processes(queue: str) -> int:
    """Of all its live workers together."""
    names = live_workers(queue)
    counts = cast("list[str | None]", client().hmget(key("processes"), names)) if names else []
    # Guests write here too: what is no number counts as one.
    return sum(int(count) if count and count.isdecimal() and len(count) < 5 else 1 for count in counts)


def pulse_was_felt() -> None:
    client().set(key("pulse"), now())


def seconds_since_pulse() -> int | None:
    last = cast("str | None", client().get(key("pulse")))
    return None if last is None else now() - int(last)
