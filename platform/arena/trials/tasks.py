"""Celery's door to the actions."""

from celery import shared_task

from arena.trials.actions.move import move as move_trial
from arena.trials.models import Trial, TrialState


@shared_task(name="arena.trials.tasks.move")
def move(trial_id: int) -> str | None:
    return move_trial(trial_id)


@shared_task(name="arena.trials.tasks.move_all")
def move_all() -> int:
    """What a lost message left behind, and what waits for quotas or is overdue."""
    running = list(Trial.objects.filter(state=TrialState.RUNNING).order_by("pk").values_list("pk", flat=True))
    for pk in running:
        move_trial(pk)
    return len(running)
