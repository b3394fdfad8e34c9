"""Celery's door to the actions."""

from celery import shared_task
from django.utils import timezone

from arena.tables.actions import answering, expiring


@shared_task(name="arena.tables.tasks.answer", soft_time_limit=60, time_limit=90)
def answer(table: int) -> int:
    """The bots that think longer than a request may last."""
    return answering.answer(table, timezone.now)


@shared_task(name="arena.tables.tasks.expire")
def expire() -> int:
    """Every half minute: tables whose time is over end or go on by themselves."""
    return expiring.expire(timezone.now()) + expiring.forget(timezone.now())
