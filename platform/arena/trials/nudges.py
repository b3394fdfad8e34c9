"""Messages to workers. Who loses one finds the trial by the beat."""

from functools import partial

from celery import current_app
from django.db import transaction


def trial_moves(trial_id: int) -> None:
    transaction.on_commit(partial(current_app.send_task, "arena.trials.tasks.move", [trial_id]), robust=True)
