"""Celery's door to news: thin, safe to run twice, late or never."""

import logging
from time import monotonic

from celery import shared_task
from django.utils import timezone

from arena.lib.redis_client import client, key
from arena.news import collecting, deliveries, letters

logger = logging.getLogger(__name__)
BUDGET_S = 8.0
"""Other people's servers answer slowly, and a small arena sends by the workers of its tournaments: one task at a time,
and not for long."""
_LOCK_S = 40
"""Should the worker die: longer than the budget, the slowest round of deliveries and a mail after it."""
_ASKED_S = 60
"""As long as a lost message may hold up news; and where nobody serves the queue, it grows no faster."""


@shared_task(name="arena.news.tasks.collect")
def collect() -> None:
    collecting.collect()
    now = timezone.now()
    is_due = deliveries.is_anything_due(now) or bool(letters.due_readers(now))
    if is_due and client().set(_asked(), "1", nx=True, ex=_ASKED_S):
        send.delay()


@shared_task(name="arena.news.tasks.send")
def send() -> None:
    """Deliveries and mails that are due; what is left when the time is over is asked for again."""
    client().delete(_asked())
    lock = client().lock(key("news", "sending"), timeout=_LOCK_S, blocking=False)
    if not lock.acquire():
        return
    try:
        end = monotonic() + BUDGET_S
        while monotonic() < end and deliveries.deliver_due(timezone.now(), lambda: monotonic() >= end):
            pass
        for user_id in letters.due_readers(timezone.now()):
            if monotonic() > end:
                return
            _mail(user_id)
    finally:
        if lock.owned():
            lock.release()


def _asked() -> str:
    return key("news", "asked")


def _mail(user_id: int) -> None:
    try:
        letters.send_mail_to(user_id, timezone.now())
    except OSError:  # a mail server that is away: everything is as it was, and the beat asks again
        logger.warning("news could not be mailed to user %s", user_id, exc_info=True)


@shared_task(name="arena.news.tasks.forget")
def forget() -> None:
    deliveries.forget_old(timezone.now())
