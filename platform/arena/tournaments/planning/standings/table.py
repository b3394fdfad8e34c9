"""Standings: entrants ordered by points, then by an ordered list of tie-breaks. A pure function of the book."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.explain import Explained
from arena.tournaments.planning.standings.registry import check_tie_breaks, tie_break
from arena.tournaments.planning.standings.tie_breaks.interface import TieBreak
from arena.tournaments.planning.values import EntrantId


@dataclass(frozen=True)
class Row:
    place: int
    """Equal places are ties that no tie-break of the list could break."""
    entrant: EntrantId
    points: Fraction
    tie_breaks: tuple[Explained | None, ...]
    """One for each name of the table's order; None where the value was not needed and means nothing by itself."""


@dataclass(frozen=True)
class Standings:
    order: tuple[str, ...]
    """Names of the tie-breaks, in the order they were applied."""
    rows: tuple[Row, ...]

    @property
    def entrants(self) -> tuple[EntrantId, ...]:
        return tuple(row.entrant for row in self.rows)


def standings(book: Book, order: Sequence[str]) -> Standings:
    """Order the entrants of a book.

    >>> from arena.tournaments.planning.values import NodeKey, Result
    >>> drawn = Result(NodeKey(1, 1, 1), ("a", "b"), (1, 1))
    >>> table = standings(Book.of({"a": 2, "b": 1}, [drawn]), ["buchholz", "seed"])
    >>> [(row.place, row.entrant, str(row.points)) for row in table.rows]
    [(1, 'b', '1/2'), (2, 'a', '1/2')]
    """
    names = tuple(order)
    check_tie_breaks(names)
    rules = [tie_break(name) for name in names]
    columns: list[dict[EntrantId, Explained]] = [
        {} if rule.depends_on_tied else dict(rule.evaluate(book, book.entrants)) for rule in rules
    ]
    groups = _split([book.entrants], book.points)
    for rule, column in zip(rules, columns, strict=True):
        groups = _apply(rule, column, groups, book)
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [Row(place, e, book.points[e], tuple(column.get(e) for column in columns)) for e in group]
    return Standings(names, tuple(rows))


def _apply(
    rule: TieBreak, column: dict[EntrantId, Explained], groups: list[tuple[EntrantId, ...]], book: Book
) -> list[tuple[EntrantId, ...]]:
    if rule.depends_on_tied:
        for group in groups:
            if len(group) > 1:
                column.update(rule.evaluate(book, group))
    return _split(groups, {entrant: explained.value for entrant, explained in column.items()})


def _split(groups: Iterable[tuple[EntrantId, ...]], values: dict[EntrantId, Fraction]) -> list[tuple[EntrantId, ...]]:
    """Cut each group of tied entrants into smaller ones by a value, highest first."""
    parts: list[tuple[EntrantId, ...]] = []
    for group in groups:
        if len(group) == 1:
            parts.append(group)
            continue
        ordered = sorted(group, key=lambda entrant: values[entrant], reverse=True)
        parts += [tuple(same) for _, same in groupby(ordered, key=lambda entrant: values[entrant])]
    return parts
