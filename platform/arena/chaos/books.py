"""What an arena has to show after the storm: every game once, nobody charged, nothing stuck."""

from dataclasses import dataclass

from django.db.models import Count, Q

from arena.matches.models import Attempt, AttemptOutcome, Game, GameState, Seat, StoredReplay
from arena.matches.verify_replays import verify_stored

_ENDED_WELL = [AttemptOutcome.RESULT, AttemptOutcome.BOT_FAULT]
_SAMPLE = 200
"""Replays that are played again, drawn by lot: all of a long storm would take as long as the storm."""


@dataclass(frozen=True)
class Books:
    games: int
    lost: int
    """Games without a result, or whose result has no replay that plays again (a sample of them is tried)."""
    doubled: int
    """Games with more results than one."""
    charged: int
    """Games in which a bot was blamed: those that play here never fail by themselves."""
    stuck: int
    void: int
    """Attempts that failed on our side and were made again."""
    fenced: int
    """Results that came too late and were refused."""

    @property
    def is_sound(self) -> bool:
        return not (self.lost or self.doubled or self.charged or self.stuck)


def read_books() -> Books:
    by_state = dict(Game.objects.order_by().values_list("state").annotate(count=Count("pk")))
    stuck = by_state.get(GameState.STUCK, 0)
    with_replay = Game.objects.filter(state=GameState.DONE, replay__isnull=False).count()
    broken = sum(not verify_stored(stored) for stored in StoredReplay.objects.order_by("?")[:_SAMPLE])
    results = Game.objects.annotate(results=Count("attempts", filter=Q(attempts__outcome__in=_ENDED_WELL)))
    outcomes = dict(Attempt.objects.order_by().values_list("outcome").annotate(count=Count("pk")))
    games = sum(by_state.values())
    return Books(
        games=games,
        lost=games - stuck - with_replay + broken,
        doubled=results.filter(results__gt=1).count(),
        charged=Seat.objects.exclude(fault="").values("game").distinct().count(),
        stuck=stuck,
        void=outcomes.get(AttemptOutcome.VOID, 0),
        fenced=outcomes.get(AttemptOutcome.FENCED, 0),
    )
