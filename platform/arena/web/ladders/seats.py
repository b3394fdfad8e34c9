"""The seats and roles of a variant as the leaderboard page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from arena.ratings.leaderboard.seats import ALARM_LEVEL
from arena.ratings.models import Pool
from engines import RankPolicy, variant


@dataclass(frozen=True)
class SeatLine:
    name: str
    """Seats as everywhere, from 0: ``1``, or ``0 + 2`` for a side of two."""
    count: int
    percent: float
    width: float
    """Of the bar, with the largest share at 100."""


@dataclass(frozen=True)
class SeatView:
    lines: list[SeatLine]
    games: int
    fair_percent: float
    is_last_loses: bool
    p_seats: float
    p_entrants: float | None
    entrants: int
    is_alarm: bool

    @property
    def seats_differ(self) -> bool:
        return self.p_seats < ALARM_LEVEL


def seat_view(pool: Pool | None) -> SeatView | None:
    """None: nothing to show yet, or a variant whose roles are more than seats."""
    facts = pool.facts.get("seats") if pool else None
    if pool is None or not facts:
        return None
    played = variant(pool.variant)
    largest = max(facts["shares"]) or 1.0
    lines = [
        SeatLine(" + ".join(map(str, side)), count, 100 * share, round(100 * share / largest, 2))
        for side, count, share in zip(played.sides, facts["counts"], facts["shares"], strict=True)
    ]
    return SeatView(
        lines=lines,
        games=facts["games"],
        fair_percent=100 / len(lines),
        is_last_loses=played.rank_policy is RankPolicy.LAST_LOSES,
        p_seats=facts["p_seats"],
        p_entrants=facts["p_entrants"],
        entrants=facts["entrants"],
        is_alarm=facts["is_alarm"],
    )


@dataclass(frozen=True)
class RoleView:
    """What it is worth to play alone against a pair, in rating points."""

    offset: float
    margin: float

    @property
    def is_sure(self) -> bool:
        return abs(self.offset) > self.margin


def role_view(pool: Pool | None) -> RoleView | None:
    """None: a variant without roles, or no fit yet."""
    facts = pool.facts.get("roles") if pool else None
    return RoleView(facts[0]["offset"], facts[0]["margin"]) if facts else None
