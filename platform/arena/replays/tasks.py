"""Celery's door to the analysis of games: thin, safe to run twice, late or never."""

from celery import shared_task
from django.utils import timezone

from arena.replays.analysing import LIMIT, work_on_one
from arena.replays.answering import answer_one
from arena.replays.asking import look_after
from arena.replays.courses import follow_some
from arena.replays.dumping import make_next_file
from arena.replays.question_statements import LIMIT as ANSWER_LIMIT

_LIMIT_S = int(LIMIT.total_seconds())
_ANSWER_S = int(ANSWER_LIMIT.total_seconds())
NEXT_S = 5
"""A call that nobody took by then is made again by the beat."""


@shared_task(name="arena.replays.tasks.analyse", soft_time_limit=_LIMIT_S, time_limit=_LIMIT_S + 10)
def analyse() -> None:
    """One analysis; where it did something it is asked for again at once, so that what waits goes on."""
    if work_on_one(timezone.now()):
        analyse.delay()


@shared_task(name="arena.replays.tasks.follow")
def follow() -> None:
    """Luck and turning points of some finished games."""
    follow_some()


@shared_task(name="arena.replays.tasks.dump")
def dump() -> None:
    """One file of the games of a season that is over; the next at once, until all are made."""
    if make_next_file() is not None:
        dump.delay()


@shared_task(name="arena.replays.tasks.answer", soft_time_limit=_ANSWER_S - 20, time_limit=_ANSWER_S - 10)
def answer() -> None:
    """One question to bots, on a worker that plays."""
    if answer_one():
        answer.apply_async(expires=NEXT_S)


@shared_task(name="arena.replays.tasks.look_after_questions")
def look_after_questions() -> None:
    if look_after(timezone.now()):
        answer.apply_async(expires=NEXT_S)
