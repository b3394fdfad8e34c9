"""Celery's door to the checks of uploads."""

from celery import shared_task

from arena.bots.actions.check import reap_checks
from arena.bots.checking import check_version


# Longer than a build and an examination may take together, shorter than the broker's visibility timeout.
@shared_task(name="arena.bots.tasks.check", time_limit=900, soft_time_limit=840)
def check(version_id: int) -> None:
    check_version(version_id)


@shared_task(name="arena.bots.tasks.reap")
def reap() -> int:
    return reap_checks()
