"""Celery's door to the analysis of games: thin, safe to run twice, late or never."""

from celery import shared_task
from django.utils import timezone

from arena.replays.analysing import LIMIT, work_on_one
from arena.replays.dumping import make_next_file

_LIMIT_S = int(LIMIT.total_seconds())


@shared_task(name="arena.replays.tasks.analyse", soft_time_limit=_LIMIT_S, time_limit=_LIMIT_S + 10)
def analyse() -> None:
    """One analysis; where it did something it is asked for again at once, so that what waits goes on."""
    if work_on_one(timezone.now()):
        analyse.delay()


@shared_task(name="arena.replays.tasks.dump")
def dump() -> None:
    """One file of the games of a season that is over; the next at once, until all are made."""
    if make_next_file() is not None:
        dump.delay()
