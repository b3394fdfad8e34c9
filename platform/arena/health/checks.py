"""What must be in order before the arena can do its work, each with a sentence for whoever has to repair it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from psycopg_pool import PoolTimeout
from redis.exceptions import RedisError

from arena.celery import CONTROL, NEWS, PLAY
from arena.health import resting, signs
from arena.lib.redis_client import client


@dataclass(frozen=True)
class Finding:
    ok: bool
    reason: str
    is_needed: bool = True
    """A finding that is not needed is worth a look, but does not make the arena unready."""


def database() -> Finding:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except ImproperlyConfigured as error:
        return Finding(False, str(error))
    except (DatabaseError, PoolTimeout):
        # No details: they may name hosts, and the page is public. The log has them.
        return Finding(False, "PostgreSQL does not answer. Check DATABASE_URL and that the server runs.")
    return Finding(True, "PostgreSQL answers.")


def broker() -> Finding:
    try:
        client().ping()
    except RedisError:
        return Finding(False, "Redis does not answer. Check REDIS_URL and that the server runs.")
    return Finding(True, "Redis answers.")


def workers(queue: str, *, is_needed: bool = True) -> Finding:
    try:
        count = len(signs.live_workers(queue))
    except RedisError:
        return Finding(False, "Unknown while Redis does not answer.", is_needed)
    if not count:
        return Finding(
            False,
            f"No live worker on queue {queue}. Start one: celery -A arena worker --queues {queue}",
            is_needed,
        )
    return Finding(True, f"{count} live on queue {queue}.", is_needed)


def resting_workers() -> Finding:
    """Causes only: the page is public. If none is left that plays, the arena is not ready."""
    try:
        at_rest = resting.all_at_rest()
        all_of_them = signs.live_processes(PLAY)
    except RedisError:
        return Finding(False, "Unknown while Redis does not answer.", is_needed=False)
    if not at_rest:
        return Finding(True, "No worker has stopped because of itself.")
    causes = ", ".join(sorted({rest.sentence for rest in at_rest}))
    reason = (
        f"{len(at_rest)} of {all_of_them} processes do not play: {causes}. They try again; /queue/ has the details."
    )
    return Finding(False, reason, is_needed=len(at_rest) >= all_of_them)


def scheduler() -> Finding:
    try:
        age_s = signs.seconds_since_pulse()
    except RedisError:
        return Finding(False, "Unknown while Redis does not answer.", is_needed=False)
    if age_s is None or age_s > signs.STALE_AFTER_S:
        since = "yet" if age_s is None else f"for {age_s} s"
        return Finding(False, f"No periodic task ran {since}. Start one: celery -A arena beat", is_needed=False)
    return Finding(True, f"Last periodic task {age_s} s ago.", is_needed=False)


CHECKS: dict[str, Callable[[], Finding]] = {
    "database": database,
    "broker": broker,
    "control_worker": lambda: workers(CONTROL),
    "play_worker": lambda: workers(PLAY),
    "news_worker": lambda: workers(NEWS, is_needed=False),
    "resting_workers": resting_workers,
    "scheduler": scheduler,
}


def examine() -> dict[str, Finding]:
    return {name: check() for name, check in CHECKS.items()}
