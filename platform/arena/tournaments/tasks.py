"""Celery's door to tournaments: thin, safe to run twice, late or never."""

from celery import shared_task
from django.utils import timezone

from arena.tournaments.actions import timetable
from arena.tournaments.forecasting import answers
from arena.tournaments.models import Tournament
from arena.tournaments.models.tournament import STARTED
from arena.tournaments.running import nudges
from arena.tournaments.running.advance import try_to_advance


@shared_task(name="arena.tournaments.tasks.advance", queue="control")
def advance(tournament_id: int) -> None:
    nudges.hear(tournament_id)
    try_to_advance(tournament_id)


@shared_task(name="arena.tournaments.tasks.advance_all", queue="control")
def advance_all() -> None:
    """Every half minute: what a lost message or a killed worker left behind moves on."""
    for pk in Tournament.objects.filter(state__in=STARTED).order_by("pk").values_list("pk", flat=True):
        try_to_advance(pk)


@shared_task(name="arena.tournaments.tasks.start_due", queue="control")
def start_due() -> None:
    """Every few seconds: tournaments and rounds whose time has come."""
    now = timezone.now()
    timetable.start_due(now)
    timetable.go_on_due(now)


@shared_task(name="arena.tournaments.tasks.forecast", queue="control")
def forecast() -> None:
    """A slice of the forecasts that take longer than a moment."""
    answers.go_on()
