"""Celery's door to news: thin, safe to run twice, late or never."""

import logging
import time

from celery import shared_task
from django.utils import timezone

from arena.lib.redis_client import client, key
from arena.news import collecting, deliveries, letters

logger = logging.getLogger(__name__)
BUDGET_S = 8.0
"""Other people's servers answer slowly, and tournaments use the same workers: one task at a time, and not for long."""
_LOCK_S = 40


@shared_task(name="arena.news.tasks.collect")
def collect() -> None:
    if collecting.collect():
        send.delay()


@shared_task(name="arena.news.tasks.send")
def send() -> None:
    """Deliveries and mails that are due. Every few seconds, and at once when there is news."""
    lock = client().lock(key("news", "sending"), timeout=_LOCK_S, blocking=False)
    if not lock.acquire():
        return
    try:
        end = time.monotonic() + BUDGET_S
        while time.monotonic() < end and deliveries.deliver_due(timezone.now()):
            pass
        for user_id in letters.due_readers(timezone.now()):
            if time.monotonic() > end:
                return
            _mail(user_id)
    finally:
        if lock.owned():
            lock.release()


def _mail(user_id: int) -> None:
    try:
        letters.send_mail_to(user_id, timezone.now())
    except OSError:  # a mail server that is away: everything is as it was, and the beat asks again
        logger.warning("news could not be mailed to user %s", user_id, exc_info=True)


@shared_task(name="arena.news.tasks.forget")
def forget() -> None:
    deliveries.forget_old(timezone.now())
