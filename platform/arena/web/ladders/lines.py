"""Lines of a leaderboard as pages draw them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max, Min

from arena.ratings.lines import board
from arena.ratings.models import Pool, Standing
from arena.ratings.rank_range import RankRange, TieGroup
from arena.ratings.scale import Z95


@dataclass(frozen=True)
class Scale:
    """From rating points to the width of the picture."""

    low: float
    high: float

    def x(self, rating: float) -> float:
        return round(100 * (min(max(rating, self.low), self.high) - self.low) / (self.high - self.low), 2)


def scale_of(pool: Pool) -> Scale:
    ends = board(pool).filter(rating__isnull=False).aggregate(low=Min("rating"), high=Max("rating"))
    low, high = (ends["low"] or 1400.0) - 80, (ends["high"] or 1600.0) + 80
    return Scale(low, high)


@dataclass(frozen=True)
class Line:
    """A standing with what the table draws."""

    standing: Standing
    scale: Scale
    starts_tie: bool

    @property
    def margin(self) -> float | None:
        return None if self.standing.error is None else Z95 * self.standing.error

    @property
    def rank(self) -> str:
        found = self.standing
        return "" if found.best_rank is None else str(RankRange(found.best_rank, found.worst_rank or found.best_rank))

    @property
    def tie(self) -> str:
        found = self.standing
        if found.tie_first is None or found.tie_last is None or found.tie_first == found.tie_last:
            return ""
        return str(TieGroup(found.tie_first, found.tie_last))

    @property
    def low_x(self) -> float:
        return self.scale.x((self.standing.rating or 0.0) - (self.margin or 0.0))

    @property
    def width(self) -> float:
        return round(max(self.scale.x((self.standing.rating or 0.0) + (self.margin or 0.0)) - self.low_x, 0.8), 2)

    @property
    def x(self) -> float:
        return self.scale.x(self.standing.rating or 0.0)

    @property
    def fault_share(self) -> float:
        return 100 * self.standing.faults / self.standing.games if self.standing.games else 0.0


def lines_of(standings: Iterable[Standing], scale: Scale) -> list[Line]:
    found: list[Line] = []
    for standing in standings:
        before = found[-1].standing.tie_first if found else None
        found.append(Line(standing, scale, bool(found) and standing.tie_first != before))
    return found
