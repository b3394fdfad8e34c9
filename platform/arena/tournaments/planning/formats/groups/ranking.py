"""Comparing entrants of different groups: place first, then points, then the tie-breaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.tournaments.planning.standings.registry import tie_break
from arena.tournaments.planning.standings.table import Row, Standings
from arena.tournaments.planning.values import EntrantId


@dataclass(frozen=True)
class GroupEntry:
    entrant: EntrantId
    group: int
    """Counted from 1."""
    place: int
    """Line in the table of the group, counted from 1."""


def across_groups(tables: Sequence[Standings]) -> tuple[GroupEntry, ...]:
    """Everybody, best first. A value that means something only inside its group is left out."""
    entries = [
        (_key(line, row, table.order), GroupEntry(row.entrant, group, line))
        for group, table in enumerate(tables, start=1)
        for line, row in enumerate(table.rows, start=1)
    ]
    return tuple(entry for _, entry in sorted(entries, key=lambda keyed: keyed[0]))


def _key(line: int, row: Row, order: Sequence[str]) -> tuple[int, tuple[Fraction, ...]]:
    values = [row.points]
    for name, explained in zip(order, row.tie_breaks, strict=True):
        if explained is not None and not tie_break(name).depends_on_tied:
            values.append(explained.value)
    return line, tuple(-value for value in values)
