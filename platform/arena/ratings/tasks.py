"""Celery's door to ratings and ladders."""

from celery import shared_task

from arena.ratings.actions.close_period import close_period as close
from arena.ratings.actions.refit import refit


@shared_task(name="arena.ratings.tasks.close_period", queue="control")
def close_period(key: str) -> None:
    period = close(key)
    if period is not None and period.pool.fitted_seq < period.last_seq:
        refit(period.pool_id)
