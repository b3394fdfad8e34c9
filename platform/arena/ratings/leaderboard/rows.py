"""Lines of a leaderboard for programs, and the filters that pages and the API share."""

from __future__ import annotations

from collections.abc import Iterator
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
        filters = {name: value for name, value in asdict(self).items() if value}
        return f"?{urlencode(filters)}" if filters else ""


def board(pool: Pool) -> QuerySet[Standing]:
    return pool.standings.on_board().select_related("version__bot__owner")


_FIELDS = (
    "best_rank", "worst_rank", "version__bot__name", "version__number", "version__bot__owner__name",
    "version__bot__house_name", "rating", "margin", "is_provisional", "games", "blocks", "points", "expected", "faults",
    "live", "trend", "last_game_at", "tie_first", "tie_last", "blocks_to_next",
)  # fmt: skip


def rows_of(pool: Pool, wanted: Wanted, user: User | None) -> Iterator[dict[str, Any]]:
    """All lines for programs. Plain values: ten thousand model objects take longer than everything else."""
    lines = wanted.apply(board(pool), user).select_related(None)
    # All at once: a cursor that is read piece by piece has the database put all lines aside first.
    return map(_row, lines.values_list(*_FIELDS))


def _row(values: tuple[Any, ...]) -> dict[str, Any]:
    """Names of the columns are promised."""
    row = dict(zip(COLUMNS, values, strict=True))
    row["owner"] = row["owner"] or ""
    row["house"] = bool(row["house"])
    row["fault_share"] = row["fault_share"] / row["games"] if row["games"] else 0.0
    row["last_game_at"] = row["last_game_at"].isoformat() if row["last_game_at"] else None
    return row


def as_row(standing: Standing) -> dict[str, Any]:
    """One line for programs."""
    value: Any = standing
    return _row(tuple(_value(value, name) for name in _FIELDS))


def _value(row: Any, path: str) -> Any:
    for name in path.split("__"):
        row = None if row is None else getattr(row, name)
    return row
