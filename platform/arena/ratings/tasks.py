"""Celery's door to ratings and ladders."""

import logging

from celery import shared_task
from django.db.models import F
from django.utils import timezone

from arena.ratings.actions.close_period import close_period as close
from arena.ratings.actions.refit import is_due, refit
from arena.ratings.actions.seasons import finish_season
from arena.ratings.ladder import suspension
from arena.ratings.ladder.cycles import run_ladder
from arena.ratings.models import DuePeriod, LadderEntry, Pool
from engines.registry import is_known

logger = logging.getLogger(__name__)


@shared_task(name="arena.ratings.tasks.close_period")
def close_period(key: str) -> None:
    close(key)


@shared_task(name="arena.ratings.tasks.run_ladders")
def run_ladders() -> None:
    """Every few seconds: close what is done or overdue, open the next cycles, fit what was logged since."""
    now = timezone.now()
    for key in DuePeriod.objects.values_list("key", flat=True):
        try:
            close(key)
        except Exception:  # as below
            logger.exception("The period %s was not closed.", key)
    for pool in Pool.objects.filter(is_open=True).order_by("pk"):
        if not is_known(pool.variant):  # its game was removed: the ladder rests, and goes on when it comes back
            continue
        try:
            run_ladder(pool.pk)
        except Exception:  # one broken ladder must not stop the others; the next beat tries it again
            logger.exception("The ladder of %s did not move.", pool)
    for pool_id in Pool.objects.filter(is_open=True, ending_since__isnull=False).values_list("pk", flat=True):
        try:
            finish_season(pool_id)
        except Exception:  # as above
            logger.exception("The season of pool %s did not end.", pool_id)
    for pool in Pool.objects.filter(fitted_seq__lt=F("last_seq")).order_by("fitted_at"):
        if is_known(pool.variant) and is_due(pool, now):
            refit_pool.delay(pool.pk)


@shared_task(name="arena.ratings.tasks.move_ladder")
def move_ladder(slug: str) -> None:
    """A batch of placement games may be over: the newcomer need not wait for the beat."""
    for pool_id in Pool.objects.filter(variant=slug, is_open=True).values_list("pk", flat=True):
        run_ladder(pool_id)


@shared_task(name="arena.ratings.tasks.refit_pool")
def refit_pool(pool_id: int) -> None:
    """Asked again while it waits: the second finds that nothing is due."""
    pool = Pool.objects.get(pk=pool_id)
    if is_due(pool, timezone.now()):
        refit(pool_id)
        if LadderEntry.objects.filter(pool=pool, placed_at=None, is_suspended=False).exists():
            run_ladder(pool_id)  # newcomers wait for what the fit says of them


@shared_task(name="arena.ratings.tasks.tell_owner")
def tell_owner(entry_id: int) -> None:
    suspension.tell_owner(entry_id)


@shared_task(name="arena.ratings.tasks.tell_owners")
def tell_owners() -> None:
    """Now and then: owners who should have heard of a suspension and did not."""
    for entry_id in suspension.untold():
        tell_owner.delay(entry_id)
