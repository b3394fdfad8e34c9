"""Celery's door to the actions."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from arena.tables import turns
from arena.tables.actions import answering, expiring
from arena.tables.playing import play_one


@shared_task(name="arena.tables.tasks.answer", soft_time_limit=60, time_limit=90)
def answer(table: int) -> int:
    """The bots that think longer than a request may last."""
    return answering.answer(table, timezone.now)


@shared_task(name="arena.tables.tasks.play_turn", soft_time_limit=60, time_limit=70)
def play_turn() -> None:
    """One decision of an author's bot, on a worker that plays. Restricted ones leave it to ``answering.take_in``."""
    table = play_one()
    if table is not None and not settings.IS_RESTRICTED_WORKER:
        answering.answer(table, timezone.now)


@shared_task(name="arena.tables.tasks.forget_logs")
def forget_logs() -> int:
    return turns.forget_logs(timezone.now())


@shared_task(name="arena.tables.tasks.rate_people")
def rate_people() -> int:
    """Ratings of people, if one of their tables ended since the last time."""
    from arena.tables.people import rate_if_due  # noqa: PLC0415 - it loads scipy, which only this task needs

    return rate_if_due(timezone.now())


@shared_task(name="arena.tables.tasks.expire")
def expire() -> int:
    """Every half minute: tables whose time is over end or go on by themselves."""
    return expiring.expire(timezone.now()) + expiring.forget(timezone.now())
