"""Messages to the control workers. They carry ids, go out after the commit, and may be lost: beat comes by."""

from celery import current_app
from django.db import transaction
from redis.exceptions import RedisError

from arena.lib.redis_client import client, key

WAITING_S = 10
"""How long a message counts as waiting. If the broker loses it, the next news sends another one after this."""


def tournament_has_news(tournament_id: int) -> None:
    """Ask for an ``advance``. A storm of results is one message: whoever reads it sees all of them."""
    transaction.on_commit(lambda: _send(tournament_id), robust=True)


def hear(tournament_id: int) -> None:
    """Before ``advance`` looks at the database: what is committed after this needs a message of its own."""
    try:
        client().delete(_mark(tournament_id))
    except RedisError:
        return  # the mark runs out by itself


def _send(tournament_id: int) -> None:
    if _is_first(tournament_id):
        current_app.send_task("arena.tournaments.tasks.advance", [tournament_id])


def _is_first(tournament_id: int) -> bool:
    try:
        return bool(client().set(_mark(tournament_id), "1", nx=True, ex=WAITING_S))
    except RedisError:
        return True  # one message too many does no harm


def _mark(tournament_id: int) -> str:
    return key("tournament", str(tournament_id), "news")
