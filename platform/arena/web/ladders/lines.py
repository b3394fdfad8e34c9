"""Lines of a leaderboard as pages draw them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from arena.ratings.leaderboard.rows import board
from arena.ratings.models import Pool, Standing
from referee.ratings.fit.rank_range import TieGroup

LEVEL = 10_000
"""So many blocks that a number would only pretend to say something."""


@dataclass(frozen=True)
class Scale:
    """From rating points to the width of the picture."""

    low: float
    high: float

    def x(self, rating: float) -> float:
        return round(100 * (min(max(rating, self.low), self.high) - self.low) / (self.high - self.low), 2)


TICKS = 6
"""Numbers below the chart, about."""


@dataclass(frozen=True)
class Tick:
    x: float
    rating: int


def ticks_of(scale: Scale) -> list[Tick]:
    """Round numbers, on a phone still beside each other."""
    steps = (10, 20, 50, 100, 200, 500, 1000)
    step = next((step for step in steps if (scale.high - scale.low) / step <= TICKS), steps[-1])
    first = math.ceil(scale.low / step) * step
    return [Tick(scale.x(rating), rating) for rating in range(first, math.floor(scale.high) + 1, step)]


def scale_of(pool: Pool) -> Scale:
    """From the best to the worst of the board: two steps into the index, however long the board is."""
    rated = board(pool).select_related(None).filter(rating__isnull=False)
    ends = [rated.order_by(order).values_list("rating", flat=True).first() for order in ("position", "-position")]
    return Scale((ends[1] or 1400.0) - 80, (ends[0] or 1600.0) + 80)


@dataclass(frozen=True)
class Line:
    """A standing with what the table draws."""

    standing: Standing
    scale: Scale

    @property
    def margin(self) -> float | None:
        return self.standing.margin

    @property
    def rank(self) -> str:
        standing = self.standing
        if standing.best_rank is None or standing.best_rank == standing.worst_rank:
            return str(standing.best_rank or "")
        return f"{standing.best_rank} – {standing.worst_rank}"

    @property
    def is_level(self) -> bool:
        """So close to the next line that nobody will ever tell them apart."""
        return (self.standing.blocks_to_next or 0) >= LEVEL

    @property
    def low_x(self) -> float:
        return self.scale.x((self.standing.rating or 0.0) - (self.margin or 0.0))

    @property
    def width(self) -> float:
        return round(max(self.scale.x((self.standing.rating or 0.0) + (self.margin or 0.0)) - self.low_x, 0.8), 2)

    @property
    def high_x(self) -> float:
        return round(self.low_x + self.width, 2)

    @property
    def x(self) -> float:
        return self.scale.x(self.standing.rating or 0.0)

    @property
    def score(self) -> float:
        return 100 * self.standing.points

    @property
    def expected(self) -> float:
        return 100 * self.standing.expected

    @property
    def fault_share(self) -> float:
        return 100 * self.standing.faults / self.standing.games if self.standing.games else 0.0


@dataclass(frozen=True)
class Group:
    """Neighbours that cannot be told apart, as far as they are on this page."""

    title: str
    """Empty for a line that stands alone, and for those without a rating."""
    lines: list[Line]
    is_unrated: bool


def groups_of(standings: Iterable[Standing], scale: Scale) -> list[Group]:
    return [
        Group(_title(first, last), [Line(standing, scale) for standing in members], first is None)
        for (first, last), members in groupby(standings, key=lambda standing: (standing.tie_first, standing.tie_last))
    ]


def _title(first: int | None, last: int | None) -> str:
    return "" if first is None or last is None or first == last else str(TieGroup(first, last))


@dataclass(frozen=True)
class Legend:
    """Which words of the table need an explanation below it."""

    apart: int | None
    """A number of blocks that stands on the page, as the example."""
    has_level: bool


def legend_of(groups: Iterable[Group]) -> Legend:
    close = [line for group in groups for line in group.lines if line.standing.blocks_to_next]
    apart = next((line.standing.blocks_to_next for line in close if not line.is_level), None)
    return Legend(apart, any(line.is_level for line in close))
