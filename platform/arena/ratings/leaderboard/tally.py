"""What the games of a pool say of a version apart from its rating: games, points, hopes, faults. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engines.variants import RankPolicy
from referee.ratings.elo.live import expected_points_of
from referee.ratings.fit.batch import BatchFit
from referee.ratings.fit.columns import PIECE, distinct_rows, merged_rows
from referee.ratings.fit.counts import Counts
from referee.ratings.scale import CENTRE
from referee.ratings.table import Form, Table

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Rows = NDArray[np.int32]


@dataclass(frozen=True)
class Tally:
    games: int
    points: float
    """Of all games together."""
    expected: float
    faults: int
    last_game: int
    blocks: int


@dataclass(frozen=True)
class Meetings:
    """How often the same bots met as the same sides; hopes are the same in all these games."""

    rows: Rows
    """Distinct ones, ascending."""
    times: Ints

    def plus(self, other: "Meetings") -> "Meetings":
        rows, *places = merged_rows(self.rows, other.rows)
        times = np.zeros(len(rows), dtype=np.int64)
        for part, place in zip((self, other), places, strict=True):
            times[place] += part.times  # no place twice: the rows of a part differ
        return Meetings(rows, times)


@dataclass(frozen=True)
class Figures:
    """In whole numbers, so that the figures of two parts of a log add up exactly. Versions are places in the arrays."""

    points: dict[int, Ints] = field(default_factory=dict)
    """For each number of sides: twice the sides that were beaten, ties as one."""
    faults: Ints = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    newest: Ints = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    """Number in the log of the last game,"""
    last: Ints = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    """and the game."""
    meetings: dict[Form, Meetings] = field(default_factory=dict)

    def plus(self, other: "Figures") -> "Figures":
        size = max(len(self.faults), len(other.faults))
        points = {sides: _wide(beaten, size) for sides, beaten in self.points.items()}
        for sides, beaten in other.points.items():
            points[sides] = points[sides] + _wide(beaten, size) if sides in points else _wide(beaten, size)
        newest, last = _wide(self.newest, size).copy(), _wide(self.last, size).copy()
        _keep_newer(newest, last, _wide(other.newest, size), _wide(other.last, size))
        meetings = dict(self.meetings)
        for form, more in other.meetings.items():
            meetings[form] = meetings[form].plus(more) if form in meetings else more
        return Figures(points, _wide(self.faults, size) + _wide(other.faults, size), newest, last, meetings)


def _wide(values: Ints, size: int) -> Ints:
    return values if len(values) == size else np.pad(values, (0, size - len(values)))


def figures_of(tables: Sequence[Table]) -> Figures:
    size = 1 + max((int(table.members.max(initial=0)) for table in tables), default=0)
    points: dict[int, Ints] = {}
    faults, newest, last = (np.zeros(size, dtype=np.int64) for _ in range(3))
    meetings: dict[Form, Meetings] = {}
    for table in tables:
        met = []
        sides = len(table.form.sizes)
        points.setdefault(sides, np.zeros(size, dtype=np.int64))
        for piece in table.pieces():
            beaten, first = _beaten(piece.ranks), piece.is_first_seat()
            for seat, side in enumerate(np.repeat(np.arange(sides), table.form.sizes)):
                rows = first[:, seat]
                members = piece.members[rows, seat]
                points[sides] += np.bincount(members, weights=beaten[rows, side], minlength=size).astype(np.int64)
                faults += np.bincount(members[piece.faulted(seat)[rows]], minlength=size)
                order, game = np.zeros_like(newest), np.zeros_like(last)
                # Of several values for one place numpy keeps the last, and the log ascends.
                order[members], game[members] = piece.rows["seq"][rows], piece.rows["game"][rows]
                _keep_newer(newest, last, order, game)
            met.append(_met(piece))
        meetings[table.form] = _together([*([meetings[table.form]] if table.form in meetings else []), *met])
    return Figures(points, faults, newest, last, meetings)


def _beaten(ranks: NDArray[np.int8]) -> NDArray[np.int8]:
    """By each side of each game: two for a side beaten, one for a tie with another."""
    sides = ranks.shape[1]
    beaten = np.full(ranks.shape, -1, dtype=np.int8)  # a side ties with itself
    for other in range(sides):
        beaten += 2 * (ranks < ranks[:, [other]]).view(np.int8) + (ranks == ranks[:, [other]]).view(np.int8)
    return beaten


def _keep_newer(newest: Ints, last: Ints, order: Ints, game: Ints) -> None:
    later = order > newest
    newest[later], last[later] = order[later], game[later]


def _met(table: Table) -> Meetings:
    """The games of a block stand together and are of the same bots: few rows are left to sort."""
    members = table.members
    sides = [np.sort(members[:, a:b], axis=1) for a, b in pairwise(np.cumsum([0, *table.form.sizes]))]
    if set(table.form.sizes) == {1} and not table.form.roles:
        sides = [np.sort(members, axis=1)]  # nobody's hopes depend on who sits where
    rows = np.hstack(sides)
    begins = np.concatenate([[True], (rows[1:] != rows[:-1]).any(axis=1)])[: len(rows)]
    times = np.diff(np.append(np.flatnonzero(begins), len(rows)))
    return _together([Meetings(rows[begins], times)])


def _together(parts: Sequence[Meetings]) -> Meetings:
    rows, at = distinct_rows(np.concatenate([part.rows for part in parts]))
    times = np.bincount(at, weights=np.concatenate([part.times for part in parts]), minlength=len(rows))
    return Meetings(rows, times.astype(np.int64))


def tally(figures: Figures, counts: Counts, found: BatchFit) -> dict[int, Tally]:
    """One line for every version that played; hopes are those of the fit, and of 1500 for who has no rating."""
    points = np.zeros(len(figures.faults))
    for sides, beaten in figures.points.items():
        points += beaten / (2.0 * (sides - 1))
    hopes = _hopes(figures, found)
    versions = np.array(counts.entrants, dtype=np.int64)
    columns = (
        counts.games, points[versions], hopes[versions], figures.faults[versions], figures.last[versions],
        counts.blocks_played,
    )  # fmt: skip
    lines = map(Tally, *(column.tolist() for column in columns))
    return dict(zip(versions.tolist(), lines, strict=True))


def _hopes(figures: Figures, found: BatchFit) -> Floats:
    hopes = np.zeros(len(figures.faults))
    ratings = np.full(len(hopes), CENTRE)
    for line in found.ratings:
        ratings[int(line.entrant)] = line.rating
    offsets = {role.role: role.offset for role in found.roles}
    for form, met in figures.meetings.items():
        for start in range(0, len(met.rows), PIECE):
            piece = slice(start, start + PIECE)
            hopes += _hopes_of(form, met.rows[piece], met.times[piece], ratings, offsets)
    return hopes


def _hopes_of(form: Form, rows: Rows, times: Ints, ratings: Floats, offsets: Mapping[str, float]) -> Floats:
    """By version. Seats are rows here: several times quicker than columns."""
    hopes = np.zeros(len(ratings))
    members = rows.T.astype(np.intp, order="C")
    seated = ratings[members]
    worth = [seated[a:b].mean(axis=0) if b - a > 1 else seated[a] for a, b in pairwise(np.cumsum([0, *form.sizes]))]
    roles = form.roles or ("",) * len(worth)
    sides = np.stack([side + offsets.get(role, 0.0) for side, role in zip(worth, roles, strict=True)])
    each = expected_points_of(RankPolicy(form.policy), sides.T).T * times
    for seat, side in enumerate(np.repeat(np.arange(len(form.sizes)), form.sizes)):
        own, hoped = members[seat], each[side]
        if seat and not (fresh := own != members[seat - 1]).all():
            own, hoped = own[fresh], hoped[fresh]  # who fills both seats of a pair has played one game
        hopes += np.bincount(own, weights=hoped, minlength=len(hopes))
    return hopes
