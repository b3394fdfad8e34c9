"""Lines of a leaderboard for programs, and the filters that pages and the API share."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from arena.accounts.models import User
from arena.ratings.models import Pool, Standing

COLUMNS = (
    "rank_best", "rank_worst", "bot", "version", "owner", "house", "rating", "margin_95", "provisional", "games",
    "blocks", "score", "expected", "fault_share", "live", "trend", "last_game_at", "tie_first", "tie_last",
    "blocks_to_next",
)  # fmt: skip


@dataclass(frozen=True)
class Wanted:
    """Filters of a leaderboard, as its address says them."""

    q: str = ""
    runtime: str = ""
    kind: str = ""
    season: str = ""

    def apply(self, lines: QuerySet[Standing], user: User | None) -> QuerySet[Standing]:
        if self.q:
            owner = Q(version__bot__owner__name__icontains=self.q) | Q(
                version__bot__owner__display_name__icontains=self.q
            )
            lines = lines.filter(Q(version__bot__name__icontains=self.q) | owner)
        if self.runtime:
            lines = lines.filter(version__runtime=self.runtime)
        if self.kind == "house":
            lines = lines.exclude(version__bot__house_name="")
        elif self.kind == "bots":
            lines = lines.filter(version__bot__house_name="")
        elif self.kind == "mine":
            lines = lines.filter(version__bot__owner=user) if user is not None else lines.none()
        return lines

    @property
    def is_filter(self) -> bool:
        return bool(self.q or self.runtime or self.kind)

    @property
    def query(self) -> str:
        """For links to the same lines in another form."""
        given = {name: value for name, value in asdict(self).items() if value}
        return f"?{urlencode(given)}" if given else ""


def board(pool: Pool) -> QuerySet[Standing]:
    return Standing.objects.on_board().filter(pool=pool).select_related("version__bot__owner")


def as_row(standing: Standing) -> dict[str, Any]:
    """One line for programs: names of the columns are promised."""
    bot = standing.version.bot
    values = (
        standing.best_rank, standing.worst_rank, bot.name, standing.version.number,
        bot.owner.name if bot.owner else "", bot.is_house, standing.rating, standing.margin, standing.is_provisional,
        standing.games, standing.blocks, standing.points, standing.expected,
        standing.faults / standing.games if standing.games else 0.0, standing.live, standing.trend,
        standing.last_game_at.isoformat() if standing.last_game_at else None, standing.tie_first, standing.tie_last,
        standing.blocks_to_next,
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))
