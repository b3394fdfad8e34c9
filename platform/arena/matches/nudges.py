"""Messages to the workers. They carry ids at most, go out after the commit, and may be lost: the database knows.

Hence ``robust``: a broker that is away is written to the log and costs a minute, never the request or the result that
was just committed. Tasks are named, not imported: they import the actions, and the actions import this.
"""

from celery import current_app
from django.db import transaction

_MOST_CALLS = 8
"""More workers than this come by themselves: a worker that finds more games calls again."""


def games_are_waiting(count: int = 1) -> None:
    def call() -> None:
        for _ in range(min(count, _MOST_CALLS)):
            current_app.send_task("arena.matches.tasks.play")

    transaction.on_commit(call, robust=True)


def match_has_news(match_id: int) -> None:
    transaction.on_commit(lambda: current_app.send_task("arena.matches.tasks.settle", [match_id]), robust=True)
