"""Celery's door: beat knocks every ten minutes, and a backup is made when one is due."""

from celery import shared_task

from arena.backups import scheduled

_LONGEST_S = 6 * 3600
"""A terabyte at 50 MB/s. A dump that takes longer hangs, and the next one must not wait behind it."""


@shared_task(name="arena.backups.tasks.take_if_due", soft_time_limit=_LONGEST_S, time_limit=_LONGEST_S + 60)
def take_if_due() -> bool:
    return scheduled.take_if_due() is not None
