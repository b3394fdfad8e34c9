"""Celery's door to the checks of uploads."""

from celery import shared_task

from arena.bots.actions.check import begin_check, reap_checks
from arena.bots.checking import run_check


@shared_task(name="arena.bots.tasks.check", queue="control", time_limit=900, soft_time_limit=840)
def check(version_id: int) -> None:
    lease = begin_check(version_id)
    if lease is not None:
        run_check(lease)


@shared_task(name="arena.bots.tasks.reap", queue="control")
def reap() -> int:
    return reap_checks()
