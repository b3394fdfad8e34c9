"""Standings with every tie-break explained, and cross tables."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arena.tournaments.models import Entrant
from arena.tournaments.planning.plans import StagePlan
from arena.tournaments.planning.standings.explain import Explained, Term, Use
from arena.tournaments.planning.standings.registry import tie_break
from arena.tournaments.planning.standings.table import Standings
from arena.tournaments.reading import MatchLine, local_points, points_text


@dataclass(frozen=True)
class Value:
    title: str
    text: str
    terms: tuple[str, ...]
    """How it was computed, a line each."""
    note: str = ""


@dataclass(frozen=True)
class StandingLine:
    place: int
    entrant: Entrant
    points: str
    values: tuple[Value, ...]
    cells: tuple[str, ...] = ()
    """A value for each tie-break of the table; empty where none was needed or possible."""


@dataclass(frozen=True)
class Table:
    title: str
    order: tuple[str, ...]
    lines: tuple[StandingLine, ...]


def tables_of(plan: StagePlan, entrants: dict[int, Entrant]) -> list[Table]:
    several = len(plan.tables) > 1
    return [
        _table(table, entrants, _("Group %(name)s") % {"name": chr(64 + n)} if several else _("Standings"))
        for n, table in enumerate(plan.tables, start=1)
    ]


def _table(table: Standings, entrants: dict[int, Entrant], title: str) -> Table:
    order = tuple(pgettext("tie-break", tie_break(name).title) for name in table.order)
    lines = []
    for row in table.rows:
        if not isinstance(row.entrant, int):
            continue
        pairs = zip(order, row.tie_breaks, strict=True)
        values = tuple(_value(name, explained, entrants) for name, explained in pairs if explained is not None)
        cells = tuple(_cell(explained) for explained in row.tie_breaks)
        lines.append(StandingLine(row.place, entrants[row.entrant], _points(row.points), values, cells))
    return Table(title, order, tuple(lines))


def _cell(explained: Explained | None) -> str:
    return "" if explained is None or explained.skipped else _points(abs(explained.value))


def _value(title: str, explained: Explained, entrants: dict[int, Entrant]) -> Value:
    notes = {
        "not_all_met": _("says nothing: not all of the tied have met"),
        "too_few_opponents": _("says nothing: too few opponents"),
        "nothing_played": _("says nothing: nothing was played"),
    }
    terms = [_term(term, entrants) for term in explained.terms]
    if explained.divided_by:
        terms.append(_("divided by %(count)d") % {"count": explained.divided_by})
    note = notes.get(explained.skipped, explained.skipped) if explained.skipped else ""
    return Value(title, _points(abs(explained.value)), tuple(terms), note)


def _term(term: Term, entrants: dict[int, Entrant]) -> str:
    who = entrants[term.opponent].bot.name if isinstance(term.opponent, int) else _("bye") if term.is_bye else ""
    parts = [who, f"({term.node})" if term.node else ""]
    if term.score is not None and term.opponent_points is not None:
        score, theirs = _points(term.score), _points(term.opponent_points)
        parts.append(_("scored %(score)s, opponent has %(points)s") % {"score": score, "points": theirs})
    amount = _points(term.amount)
    parts.append(f"→ ({amount})" if term.use is Use.CUT else f"→ {amount}")
    if term.use is Use.CUT:
        parts.append(_("left out"))
    return " ".join(part for part in parts if part)


@dataclass(frozen=True)
class Cell:
    text: str
    key: str = ""
    is_self: bool = False


@dataclass(frozen=True)
class CrossTable:
    title: str
    entrants: tuple[Entrant, ...]
    rows: tuple[tuple[Entrant, tuple[Cell, ...]], ...]


def cross_tables(lines: list[MatchLine], entrants: dict[int, Entrant]) -> list[CrossTable]:
    """One for each group of matches between two: the row's points of each series."""
    groups: dict[int, list[MatchLine]] = {}
    for line in lines:
        if line.node.bracket == "group" and line.is_real:
            groups.setdefault(line.node.group or 1, []).append(line)
    several = len(groups) > 1
    return [
        _cross_table(
            _("Group %(name)s") % {"name": chr(64 + group)} if several else _("Cross table"), members, entrants
        )
        for group, members in sorted(groups.items())
    ]


def _cross_table(title: str, lines: list[MatchLine], entrants: dict[int, Entrant]) -> CrossTable:
    seeds = sorted({seed for line in lines for seed in line.node.entrants})
    cells: dict[tuple[int, int], Cell] = {}
    for line in lines:
        if len(line.node.entrants) != 2:
            continue
        for own, other in ((0, 1), (1, 0)):
            pair = (line.node.entrants[own], line.node.entrants[other])
            text = line.slots[own].score or _mark(line.node.ranks, own)
            earlier = cells[pair].text + " " if pair in cells else ""
            cells[pair] = Cell(earlier + text, line.key)
    rows = tuple(
        (entrants[a], tuple(Cell("", is_self=True) if a == b else cells.get((a, b), Cell("")) for b in seeds))
        for a in seeds
    )
    return CrossTable(title, tuple(entrants[seed] for seed in seeds), rows)


def _mark(ranks: list[int], own: int) -> str:
    if len(ranks) != 2:
        return "·"
    return {True: "+", False: "−"}[ranks[own] < ranks[1 - own]] if ranks[0] != ranks[1] else "="


def place_lines(places: list[list[int]], entrants: dict[int, Entrant]) -> list[StandingLine]:
    """Places of a bracket, as far as they are known."""
    return [StandingLine(place, entrants[seed], "", ()) for place, seed in places]


def _points(score: str | Fraction) -> str:
    """As the reader writes numbers."""
    return local_points(points_text(score))
