"""Celery's door to tournaments: thin, safe to run twice, late or never."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from arena.matches import signals
from arena.tournaments import nudges
from arena.tournaments.actions.advance import advance as advance_one
from arena.tournaments.actions.advance import periods_of
from arena.tournaments.models import Round, RoundState, Tournament
from arena.tournaments.models.tournament import STARTED

_RECENT = timedelta(minutes=10)


@shared_task(name="arena.tournaments.tasks.advance", queue="control")
def advance(tournament_id: int) -> None:
    nudges.hear(tournament_id)
    advance_one(tournament_id)


@shared_task(name="arena.tournaments.tasks.advance_all", queue="control")
def advance_all() -> None:
    """Every half minute: what a lost message or a killed worker left behind moves on."""
    for pk in Tournament.objects.filter(state__in=STARTED).order_by("pk").values_list("pk", flat=True):
        advance_one(pk)
    recent = Round.objects.filter(state=RoundState.COMPLETE, completed_at__gt=timezone.now() - _RECENT)
    for period in sorted({period for found in recent for period in periods_of(found)}):
        signals.period_complete.send(sender=Tournament, period=period)
