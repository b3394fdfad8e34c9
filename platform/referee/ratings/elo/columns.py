"""Live Elo from games in columns: the same doubles as ``fold`` game by game, many times quicker.

It runs on plain lists in a tight loop. Numpy cannot help, as each game needs the ratings that the one before it left,
and a compiled form would have to be built everywhere to be a help.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp

import numpy as np
from numpy.typing import NDArray

from engines.variants import RankPolicy
from referee.ratings.elo.fold import LiveSettings, LiveTable, start_rating
from referee.ratings.elo.k import K_OLD, OLD_GAMES, k_factor
from referee.ratings.elo.live import outcome, surprise, total_of
from referee.ratings.games import Entrant
from referee.ratings.points import MAX_SIDES
from referee.ratings.scale import CENTRE, POINTS_PER_LOGIT
from referee.ratings.table import Table

_K = tuple(map(k_factor, range(OLD_GAMES)))
_CHUNK = 1 << 14
"""Games that stand in memory as Python objects at once."""


class ColumnFold:
    """A fold in progress over all games of a log; entrants are numbers of bot versions.

    >>> from referee.ratings.table import tables_of
    >>> game = {"policy": "first-wins", "sides": [[1], [2]], "ranks": [1, 2], "block": 1, "fault": False, "roles": []}
    >>> ColumnFold(tables_of([(1, 101, game)])).upto(1).ratings
    {1: 1516.0, 2: 1484.0}
    """

    def __init__(self, tables: Sequence[Table], settings: LiveSettings | None = None) -> None:
        self._tables = tables
        self._settings = settings or LiveSettings()
        anchors = {int(anchor): rating for anchor, rating in self._settings.anchors.items()}
        size = 1 + max([0, *anchors, *(int(table.members.max(initial=0)) for table in tables)])
        self._ratings = [CENTRE] * size
        self._is_known = [False] * size
        # An anchor never moves: it counts its games from where K is settled, at a K of its own, which is zero.
        self._games = [OLD_GAMES if entrant in anchors else 0 for entrant in range(size)]
        self._late_k = [0.0 if entrant in anchors else K_OLD for entrant in range(size)]
        for anchor, rating in anchors.items():
            self._ratings[anchor], self._is_known[anchor] = rating, True
        self._runs = _runs(tables)
        self._next: tuple[int, int, int] | None = next(self._runs, None)

    def upto(self, seq: int, role_offsets: Mapping[str, float] | None = None) -> LiveTable:
        """Count all games up to this number in the log that are not counted yet; where those stand who played."""
        touched: set[int] = set()
        while self._next is not None:
            number, start, end = self._next
            table = self._tables[number]
            last = start + int(np.searchsorted(table.rows["seq"][start:end], seq, side="right"))
            if last == start:
                break
            self._admit(table.members[start].tolist())
            for first in range(start, last, _CHUNK):
                rows = table.rows[first : min(first + _CHUNK, last)]
                touched.update(np.unique(rows["members"]).tolist())
                self._count(Table(table.form, rows), role_offsets or {})
            self._next = (number, last, end) if last < end else next(self._runs, None)
        return self.part(touched)

    def part(self, entrants: set[int]) -> LiveTable:
        anchors = self._settings.anchors
        ratings: dict[Entrant, float] = {entrant: self._ratings[entrant] for entrant in entrants}
        games: dict[Entrant, int] = {
            entrant: self._games[entrant] - (OLD_GAMES if entrant in anchors else 0) for entrant in entrants
        }
        return LiveTable(ratings, games)

    def _admit(self, members: list[int]) -> None:
        for member in members:
            if not self._is_known[member]:
                self._ratings[member] = start_rating(member, self._settings, self._rating_of)
                self._is_known[member] = True

    def _rating_of(self, entrant: Entrant) -> float | None:
        at = int(entrant)
        return self._ratings[at] if at < len(self._is_known) and self._is_known[at] else None

    def _count(self, table: Table, role_offsets: Mapping[str, float]) -> None:
        """Games of one form, none or all of which ended by a fault."""
        policy = RankPolicy.LAST_LOSES if table.ended_by_fault[0] else RankPolicy(table.form.policy)
        is_alone = set(table.form.sizes) == {1} and not table.form.roles
        if is_alone and policy is not RankPolicy.FULL_ORDER:
            self._count_alone(table, policy)
        else:
            self._count_sides(table, policy, role_offsets)

    def _count_alone(self, table: Table, policy: RankPolicy) -> None:
        """Everybody for itself. Losing is winning with all ratings negated, to the last bit."""
        sign = -1.0 if policy is RankPolicy.LAST_LOSES else 1.0
        ratings, games, late_k = self._ratings, self._games, self._late_k
        for members, shares in zip(table.members.tolist(), _outcomes(policy, table.ranks), strict=True):
            worth = [sign * ratings[member] for member in members]
            top = max(worth)
            odds = [exp((strength - top) / POINTS_PER_LOGIT) for strength in worth]
            total = 0.0
            for ratio in odds:  # ``total_of``, without the call
                total += ratio
            for member, mine, share, chance in zip(members, worth, shares, odds):  # noqa: B905 - counted, and slower
                played = games[member]
                k = _K[played] if played < OLD_GAMES else late_k[member]
                ratings[member] = sign * (mine + k * (share - chance / total))
                games[member] = played + 1

    def _count_sides(self, table: Table, policy: RankPolicy, role_offsets: Mapping[str, float]) -> None:
        ratings, games, late_k = self._ratings, self._games, self._late_k
        ends = list(pairwise([0, *np.cumsum(table.form.sizes).tolist()]))
        offsets = [role_offsets.get(role, 0.0) for role in table.form.roles]
        for members, ranks in zip(table.members.tolist(), table.ranks.tolist(), strict=True):
            sides = [members[start:end] for start, end in ends]
            worth = [total_of([ratings[member] for member in side]) / len(side) for side in sides]
            if offsets:
                worth = [rating + offset for rating, offset in zip(worth, offsets, strict=True)]
            for side, share in zip(sides, surprise(policy, worth, ranks), strict=True):
                for member in dict.fromkeys(side):
                    played = games[member]
                    k = _K[played] if played < OLD_GAMES else late_k[member]
                    ratings[member] += k * (share * side.count(member) / len(side))
                    games[member] = played + 1


def _outcomes(policy: RankPolicy, ranks: NDArray[np.int8]) -> list[tuple[float, ...]]:
    """Of each game. There are few different results, so the rows are told apart as one number each."""
    keys = ranks.astype(np.int64) @ (1 + MAX_SIDES) ** np.arange(ranks.shape[1])
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    known = [outcome(policy, tuple(row)) for row in ranks[first].tolist()]
    return [known[number] for number in inverse.tolist()]


def _runs(tables: Sequence[Table]) -> Iterator[tuple[int, int, int]]:
    """(table, first row, row after the last) in the order of the log. Within a run all games are of one kind, and
    whoever plays for the first time does so in its first game."""
    sizes = [len(table.rows) for table in tables]
    numbers = np.repeat(np.arange(len(tables), dtype=np.int16), sizes)
    rows = np.concatenate([np.empty(0, np.int32), *(np.arange(size, dtype=np.int32) for size in sizes)])
    faults = np.concatenate([np.empty(0, bool), *(table.ended_by_fault for table in tables)])
    begins = np.concatenate([np.empty(0, bool), *map(_has_newcomer, tables)])
    if len(tables) > 1:
        order = np.argsort(np.concatenate([table.rows["seq"] for table in tables]), kind="stable")
        numbers, rows, faults, begins = numbers[order], rows[order], faults[order], begins[order]
    begins[:1] = True
    begins[1:] |= (numbers[1:] != numbers[:-1]) | (faults[1:] != faults[:-1])
    starts = [*np.flatnonzero(begins).tolist(), len(begins)]
    for start, end in pairwise(starts):
        yield int(numbers[start]), int(rows[start]), int(rows[end - 1]) + 1


def _has_newcomer(table: Table) -> NDArray[np.bool_]:
    """Of each game: whether somebody turns up for the first time in this table."""
    first = np.full(1 + int(table.members.max(initial=0)), len(table.rows), dtype=np.int64)
    at = 0
    for piece in table.pieces():
        members, places = np.unique(piece.members, return_index=True)
        first[members] = np.minimum(first[members], at + places // piece.members.shape[1])
        at += len(piece.rows)
    marks = np.zeros(len(table.rows) + 1, dtype=bool)
    marks[first] = True
    return marks[:-1]
