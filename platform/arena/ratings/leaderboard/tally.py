"""What the games of a pool say of a version apart from its rating: games, points, hopes, faults. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engines.variants import RankPolicy
from referee.ratings.elo.live import expected_points_of
from referee.ratings.fit.batch import BatchFit
from referee.ratings.scale import CENTRE
from referee.ratings.table import Table

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Tally:
    games: int
    points: float
    """Of all games together."""
    expected: float
    faults: int
    last_game: int
    blocks: int


def tally(tables: Sequence[Table], fit: BatchFit) -> dict[int, Tally]:
    """One line for every version that played; hopes are those of the fit, and of 1500 for who has no rating."""
    most = 1 + max((int(table.members.max(initial=0)) for table in tables), default=0)
    ratings = np.full(most, CENTRE)
    for line in fit.ratings:
        ratings[int(line.entrant)] = line.rating
    offsets = {role.role: role.offset for role in fit.roles}
    games, faults, last = (np.zeros(most, dtype=np.int64) for _ in range(3))
    points, hopes = np.zeros(most), np.zeros(most)
    newest = np.zeros(most, dtype=np.int64)
    for table in (piece for whole in tables for piece in whole.pieces()):
        scored, hoped = _points(table.ranks), _hopes(table, ratings, offsets)
        first = table.is_first_seat()
        for seat, side in enumerate(np.repeat(np.arange(len(table.form.sizes)), table.form.sizes)):
            rows = first[:, seat]
            members = table.members[rows, seat]
            games += np.bincount(members, minlength=most)
            points += np.bincount(members, weights=scored[rows, side], minlength=most)
            hopes += np.bincount(members, weights=hoped[rows, side], minlength=most)
            faults += np.bincount(members[table.faulted(seat)[rows]], minlength=most)
            _keep_newest(newest, last, members, table.rows["seq"][rows], table.rows["game"][rows])
    blocks = _blocks(tables, most)
    return {
        version: Tally(
            games=int(games[version]),
            points=float(points[version]),
            expected=float(hopes[version]),
            faults=int(faults[version]),
            last_game=int(last[version]),
            blocks=int(blocks[version]),
        )
        for version in np.flatnonzero(games).tolist()
    }


def _points(ranks: NDArray[np.int8]) -> Floats:
    """Points ``P`` of each side of each game."""
    sides = ranks.shape[1]
    beaten = sum((ranks < ranks[:, [other]]) + 0.5 * (ranks == ranks[:, [other]]) for other in range(sides))
    points: Floats = (beaten - 0.5) / (sides - 1)  # a side ties with itself
    return points


def _hopes(table: Table, ratings: Floats, offsets: dict[str, float]) -> Floats:
    starts = np.cumsum([0, *table.form.sizes])
    worth = [ratings[table.members[:, a:b]].mean(axis=1) for a, b in pairwise(starts)]
    roles = table.form.roles or ("",) * len(worth)
    sides = np.column_stack([side + offsets.get(role, 0.0) for side, role in zip(worth, roles, strict=True)])
    return expected_points_of(RankPolicy(table.form.policy), sides)


def _keep_newest(newest: Ints, last: Ints, members: Ints, seqs: Ints, games: Ints) -> None:
    """The last game of each member: of several values for one place numpy keeps the last, and the log ascends."""
    order, game = np.zeros_like(newest), np.zeros_like(last)
    order[members], game[members] = seqs, games
    later = order > newest
    newest[later], last[later] = order[later], game[later]


def _blocks(tables: Sequence[Table], most: int) -> Ints:
    if not tables:
        return np.zeros(most, dtype=np.int64)
    met = []
    for table in (piece for whole in tables for piece in whole.pieces()):
        blocks, members = table.rows["block"], np.sort(table.members, axis=1)
        # The games of a block stand together and have the same members: most rows need no look.
        changed = np.ones(len(blocks), dtype=bool)
        changed[1:] = (blocks[1:] != blocks[:-1]) | (members[1:] != members[:-1]).any(axis=1)
        met.append((blocks[changed, None] * most + members[changed]).ravel())
    return np.bincount(np.unique(np.concatenate(met)) % most, minlength=most)
