"""Celery's door to ratings and ladders."""

from celery import shared_task

from arena.ratings.actions.close_period import close_period as close
from arena.ratings.actions.refit import refit
from arena.ratings.ladder.cycles import run_ladder
from arena.ratings.models import Cycle, CycleState, Period, Pool


@shared_task(name="arena.ratings.tasks.close_period", queue="control")
def close_period(key: str) -> None:
    period = close(key)
    if period is not None and period.pool.fitted_seq < period.last_seq:
        refit(period.pool_id)


@shared_task(name="arena.ratings.tasks.run_ladders", queue="control")
def run_ladders() -> None:
    """Every few seconds: close cycles that are done or overdue, open the next, catch up with what a crash left."""
    for pool in Pool.objects.filter(is_open=True).order_by("pk"):
        run_ladder(pool.pk)
    for key in _unclosed():
        close_period.delay(key)


def _unclosed() -> list[str]:
    """Cycles that ended without their period being closed: the message was lost."""
    closed = set(Period.objects.filter(key__startswith="ladder/").values_list("key", flat=True))
    recent = Cycle.objects.filter(state=CycleState.CLOSED).select_related("pool").order_by("-closed_at")[:200]
    return [cycle.key for cycle in recent if cycle.key not in closed]
