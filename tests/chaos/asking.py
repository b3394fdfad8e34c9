"""What the tests of this folder ask the database."""

from typing import Any

from django.db import connection

from arena.matches.models import Attempt, AttemptOutcome, Block, Entrant, Game, GameState, Match, MatchState, Seat


def done() -> int:
    return Game.objects.filter(state=GameState.DONE).count()


def is_over(match: Match) -> bool:
    return Match.objects.get(pk=match.pk).state == MatchState.DONE


def results(match: Match) -> int:
    """Attempts that brought a result: one for each game, whatever happened on the way."""
    ended_well = [AttemptOutcome.RESULT, AttemptOutcome.BOT_FAULT]
    return Attempt.objects.filter(game__block__match=match, outcome__in=ended_well).count()


def everything() -> list[Any]:
    """Every row that a game touches, to compare before and after."""
    return [list(model.objects.order_by("pk").values()) for model in (Match, Entrant, Block, Game, Seat, Attempt)]


def waiting_backends(lock: str) -> list[int]:
    """Server processes, not our own, that wait for a lock of this kind."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # within a transaction the view would not change
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND wait_event_type = 'Lock' AND wait_event = %s ORDER BY pid",
            [lock],
        )
        return [row[0] for row in cursor.fetchall()]
