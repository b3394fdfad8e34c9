"""Play a trial without programs: who wins is told."""

from collections.abc import Callable

from arena.matches.actions.settle import settle_all
from arena.matches.models import Match, Seat
from arena.matches.tasks import matches_to_settle
from arena.trials.actions.move import move
from arena.trials.models import Trial
from tests.matches import cast

Ranks = Callable[[int, int], tuple[int, ...]]
"""From the seat of the new version and the number of the game to the ranks of the seats."""


def always(seat: int, _game: int) -> tuple[int, ...]:
    """The new version wins every game."""
    return (1, 2) if seat == 0 else (2, 1)


def never(seat: int, game: int) -> tuple[int, ...]:
    return always(1 - seat, game)


def first_seat(_seat: int, _game: int) -> tuple[int, ...]:
    """The deal decides, so each version wins one game of every block."""
    return (1, 2)


def play_what_waits(ranks: Ranks, most: int = 10_000) -> int:
    played = 0
    while played < most and (held := cast.next_game()) is not None:
        seat = Seat.objects.get(game=held.game_id, entrant__position=0).seat
        cast.finish(held, ranks(seat, played))
        played += 1
    settle_all(matches_to_settle())
    return played


def play(trial: Trial, ranks: Ranks) -> Trial:
    """To its end."""
    move(trial.pk)
    while not Trial.objects.get(pk=trial.pk).is_final:
        assert play_what_waits(ranks)
        move(trial.pk)
    trial.refresh_from_db()
    return trial


def matches_of(trial: Trial) -> list[Match]:
    return list(Match.objects.filter(key__startswith=f"trial/{trial.pk}/").order_by("pk"))
