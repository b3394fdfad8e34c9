"""Disqualified is not withdrawn: who withdrew keeps the place the results give, who was disqualified stands last."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from arena.tournaments.planning.plans import Place, StagePlan
from arena.tournaments.planning.standings.table import Row, Standings
from arena.tournaments.planning.values import Departure, DepartureKind, EntrantId, Result

Line = TypeVar("Line", Place, Row)


def disqualified_last(plan: StagePlan, departures: Iterable[Departure]) -> StagePlan:
    """The plan of a stage with those who were disqualified by its end behind everybody else, in places and tables."""
    gone = _disqualified(departures)
    if not gone:
        return plan
    # While a bracket is played only some places are known: who moves up by one is said when all are.
    known = tuple(place for place in plan.places if place.entrant not in gone)
    places = _behind(plan.places, gone) if plan.is_complete else known
    return replace(plan, places=places, make_tables=lambda: tuple(_table(table, gone) for table in plan.tables))


def disqualified_behind(places: Sequence[Place], departures: Iterable[Departure]) -> tuple[Place, ...]:
    """Final places: also those who were disqualified in a later stage than others finished in stand behind them."""
    return _behind(places, _disqualified(departures))


def results_that_count(
    results: Iterable[Result], departures: Iterable[Departure], round_number: int | None = None
) -> Iterator[Result]:
    """Results for a table: those of bots disqualified as losers with the bot behind everybody else.

    ``round_number``: for a round that is paired now. Rounds that were paired before somebody left stay as they are.
    """
    losers = {d.entrant for d in departures if d.as_losses and (round_number is None or d.round <= round_number)}
    for result in results:
        gone = [entrant in losers for entrant in result.entrants]
        if not any(gone) or all(gone):
            yield result
            continue
        keys = list(zip(gone, result.ranks, strict=True))
        yield replace(result, ranks=tuple(1 + sum(other < key for other in keys) for key in keys))


def _disqualified(departures: Iterable[Departure]) -> frozenset[EntrantId]:
    return frozenset(d.entrant for d in departures if d.kind is DepartureKind.DISQUALIFIED)


def _behind(places: Sequence[Place], gone: frozenset[EntrantId]) -> tuple[Place, ...]:
    """
    >>> [(p.place, p.entrant) for p in _behind([Place(1, "a"), Place(2, "b"), Place(2, "c")], frozenset("a"))]
    [(1, 'b'), (1, 'c'), (3, 'a')]
    """
    stayed = [place for place in places if place.entrant not in gone]
    left = [place for place in places if place.entrant in gone]
    if len(stayed) + len(left) < 2:
        return tuple(places)
    return (*_renumbered(stayed, 1), *_renumbered(left, len(stayed) + 1))


def _table(table: Standings, gone: frozenset[EntrantId]) -> Standings:
    stayed = [row for row in table.rows if row.entrant not in gone]
    left = [row for row in table.rows if row.entrant in gone]
    return replace(table, rows=(*_renumbered(stayed, 1), *_renumbered(left, len(stayed) + 1)))


def _renumbered(lines: Sequence[Line], first: int) -> list[Line]:
    """The same order, with places counted anew."""
    return [replace(line, place=first + sum(other.place < line.place for other in lines)) for line in lines]
