"""What this app hears from below: a tournament round is complete. Whoever says so repeats it until it is closed;
ladder cycles are rated where they are closed."""

from typing import Any

from celery import current_app
from django.db import transaction

from arena.matches import signals


def connect() -> None:
    signals.period_complete.connect(_on_period_complete, dispatch_uid="ratings: close the period")


def _on_period_complete(sender: Any, period: str, **_given: Any) -> None:
    transaction.on_commit(lambda: current_app.send_task("arena.ratings.tasks.close_period", [period]))
