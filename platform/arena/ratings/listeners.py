"""What this app hears from below: a tournament round is complete, a match has become void.

That a round is complete is written down in the transaction that says so, and a beat task closes what is due. Ladder
cycles are rated where they are closed.
"""

from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction

from arena.matches import signals
from arena.ratings.actions.close_period import announce
from arena.ratings.actions.take_out import take_out
from arena.ratings.models.pool import PLACEMENT_SOURCE


def connect() -> None:
    signals.period_complete.connect(_on_period_complete, dispatch_uid="ratings: close the period")
    signals.match_finished.connect(_on_match_finished, dispatch_uid="ratings: go on with a placement")
    signals.match_voided.connect(_on_match_voided, dispatch_uid="ratings: take a match out")


def _on_period_complete(sender: Any, period: str, **_kwargs: Any) -> None:
    announce(period)
    nudge = partial(current_app.send_task, "arena.ratings.tasks.close_period", [period])
    transaction.on_commit(nudge, robust=True)


def _on_match_finished(sender: Any, source: str, **_kwargs: Any) -> None:
    """A newcomer's next games wait for these; cycles have time until the beat."""
    prefix, _, slug = source.partition(":")
    if prefix == PLACEMENT_SOURCE:
        current_app.send_task("arena.ratings.tasks.move_ladder", [slug])


def _on_match_voided(sender: Any, match_id: int, **_kwargs: Any) -> None:
    take_out(match_id)
