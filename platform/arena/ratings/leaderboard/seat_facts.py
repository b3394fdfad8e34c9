"""What the seats of a variant did to results, small enough to keep beside the leaderboard. Pure."""

from typing import TypedDict

from arena.ratings.leaderboard.seats import (
    MIN_EXPECTED,
    ChiSquare,
    SeatWins,
    entrants_differ_by_seat,
    is_told_by_seats,
    seat_shares,
    seats_differ,
)
from referee.ratings.games import Entrant


class SeatFacts(TypedDict):
    games: int
    """Games with one winner (loser) that counted."""
    counts: list[int]
    """Wins (under ``LAST_LOSES``: losses) per seat, or per side of a team game."""
    shares: list[float]
    p_seats: float
    """Chance of shares at least as uneven if all seats were alike."""
    entrants: int
    """How many had enough results in every seat to be compared."""
    p_entrants: float | None
    """Chance of bots differing so much by seat if seats helped everybody alike; None: too few games to say."""
    is_alarm: bool


def seat_facts(found: SeatWins) -> SeatFacts | None:
    """None where seats cannot be told from roles, and before the first decisive game.

    Games that ended by a fault say nothing about seats.
    """
    counts = found.wins
    if not (counts and is_told_by_seats(found.forms)):
        return None
    totals = [sum(column) for column in zip(*counts.values(), strict=True)]
    if not sum(totals):
        return None
    shares = seat_shares(counts)
    compared = _comparable(counts, min(shares))
    test: ChiSquare | None = entrants_differ_by_seat(compared) if len(compared) > 1 else None
    return SeatFacts(
        games=sum(totals),
        counts=totals,
        shares=shares,
        p_seats=seats_differ(counts).p_value,
        entrants=len(compared),
        p_entrants=test.p_value if test is not None and test.is_reliable else None,
        is_alarm=test is not None and test.is_alarm,
    )


def _comparable(counts: dict[Entrant, list[int]], smallest_share: float) -> dict[Entrant, list[int]]:
    """Those with results enough that the test may be trusted; twice what it needs, as leaving some out moves shares."""
    return {who: row for who, row in counts.items() if sum(row) * smallest_share >= 2 * MIN_EXPECTED}
