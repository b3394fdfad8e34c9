"""Lines of a leaderboard as pages, CSV and JSON show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Min, QuerySet

from arena.accounts.models import User
from arena.ratings.models import Pool, Standing
from arena.ratings.rank_range import RankRange, TieGroup
from arena.ratings.scale import Z95

COLUMNS = (
    "rank_best", "rank_worst", "bot", "version", "owner", "house", "rating", "margin_95", "provisional", "games",
    "blocks", "score", "expected", "fault_share", "live", "trend", "last_game_at",
)  # fmt: skip


@dataclass(frozen=True)
class Wanted:
    """Filters of a leaderboard, as its address says them."""

    q: str = ""
    runtime: str = ""
    kind: str = ""

    def apply(self, lines: QuerySet[Standing], user: User | None) -> QuerySet[Standing]:
        if self.q:
            named = lines.filter(version__bot__name__icontains=self.q)
            lines = named | lines.filter(version__bot__owner__name__icontains=self.q)
        if self.runtime:
            lines = lines.filter(version__runtime=self.runtime)
        if self.kind == "house":
            lines = lines.exclude(version__bot__house_name="")
        elif self.kind == "bots":
            lines = lines.filter(version__bot__house_name="")
        elif self.kind == "mine" and user is not None:
            lines = lines.filter(version__bot__owner=user)
        return lines


def board(pool: Pool) -> QuerySet[Standing]:
    """What stands on the board; private bots are on no board."""
    return (
        Standing.objects.filter(pool=pool, is_on_board=True, version__bot__is_private=False)
        .select_related("version__bot__owner")
        .order_by("position")
    )


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


def as_row(standing: Standing) -> dict[str, Any]:
    """One line for programs: names of the columns are promised."""
    bot = standing.version.bot
    margin = None if standing.error is None else Z95 * standing.error
    values = (
        standing.best_rank, standing.worst_rank, bot.name, standing.version.number,
        bot.owner.name if bot.owner else "", bot.is_house, standing.rating, margin, standing.is_provisional,
        standing.games, standing.blocks, standing.points, standing.expected,
        standing.faults / standing.games if standing.games else 0.0, standing.live, standing.trend,
        standing.last_game_at.isoformat() if standing.last_game_at else None,
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))
