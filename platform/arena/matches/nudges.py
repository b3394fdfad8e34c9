"""Messages to the workers. They carry nothing, go out after the commit, and may be lost: the database knows.

Hence ``robust``: a broker that is away is written to the log and costs a minute, never the request or the result that
was just committed. Tasks are named, not imported: they import the actions, and the actions import this.
"""

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from arena.lib.redis_client import client

_log = structlog.get_logger(__name__)
_MOST_CALLS = 8
"""More workers than this come by themselves: a worker that finds more games calls again."""
_QUEUE = "play"


def games_are_waiting(count: int = 1) -> None:
    transaction.on_commit(lambda: _call(count), robust=True)


def leave_to_others() -> None:
    """By a process that cannot play: at once, and without asking the database, which may be the reason."""
    try:
        _call(1)
    except OperationalError as error:
        _log.warning("could not call others", error=str(error))


def _call(count: int) -> None:
    """Calls that nobody has answered yet are good for these games too."""
    for _ in range(min(count, _MOST_CALLS) - _unanswered()):
        current_app.send_task("arena.matches.tasks.play")


def _unanswered() -> int:
    try:
        return int(client().llen(_QUEUE))
    except RedisError:
        return 0
