"""Games as arrays: gathered one by one, so that a million of them never stand in memory as objects.

Everything that leaves ``gather`` is in canonical order: entrants by name, blocks by name, games by content. What is
computed from it cannot depend on the order in which games came in.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.variants import RankPolicy
from referee.ratings.errors import RatingInputError
from referee.ratings.games import BlockId, Entrant, RatedGame, check_game, check_sides, check_tuples, ordered
from referee.ratings.points import check_ranks
from referee.ratings.table import Table

Ints = NDArray[np.signedinteger[Any]]
"""Eight bytes where numbers are multiplied, four or one where millions of them are kept."""
PIECE = 1 << 18
"""Rows handled at once where each of them takes more room than it does in the columns."""


class Shape(NamedTuple):
    """What games need in common to share an array."""

    policy: str
    sizes: tuple[int, ...]
    roles: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """All games of one shape; one row per game."""

    shape: Shape
    members: Ints
    """Numbers of the entrants, side after side."""
    ranks: Ints
    blocks: Ints

    @property
    def policy(self) -> RankPolicy:
        return RankPolicy(self.shape.policy)

    def pieces(self) -> Iterator["Sheet"]:
        for start in range(0, len(self.blocks), PIECE):
            yield self.rows(slice(start, start + PIECE))

    def rows(self, keep: NDArray[np.bool_] | slice) -> "Sheet":
        return Sheet(self.shape, self.members[keep], self.ranks[keep], self.blocks[keep])


@dataclass(frozen=True)
class Columns:
    entrants: list[Entrant]
    sheets: list[Sheet]
    blocks: Ints
    """Names of the blocks, ascending; sheets know them by their places here."""


_MARKED = 1 << 24
"""Numbers up to which those that occur are marked one by one to be numbered without gaps."""
CHUNK = 1 << 13
"""Games handled at once. Whole chunks go through built-in functions, which is quicker than a loop over games."""


class _Numbers(dict[Any, int]):
    """Numbers names in the order in which they turn up."""

    def __missing__(self, name: Entrant) -> int:
        self[name] = number = len(self)
        return number


@dataclass
class _Pile:
    members: "array[int]" = field(default_factory=lambda: array("q"))
    ranks: "array[int]" = field(default_factory=lambda: array("q"))
    blocks: "array[int]" = field(default_factory=lambda: array("q"))


def gather(games: Iterable[RatedGame]) -> Columns:
    """Sort games into sheets, checking each of them."""
    piles: defaultdict[Shape, _Pile] = defaultdict(_Pile)
    entrants, blocks = _Numbers(), _Numbers({None: 0})
    source = iter(games)
    while chunk := list(islice(source, CHUNK)):
        for shape, alike in _by_shape(chunk).items():
            _put(piles[shape], shape, alike, entrants, blocks)
    names = ordered(entrants)
    block_names = [None, *ordered(name for name in blocks if name is not None)]
    recode, block_recode = _recoding(names, entrants), _recoding(block_names, blocks) - 1
    sheets = [_sheet(shape, piles[shape], recode, block_recode) for shape in sorted(piles)]
    for sheet in sheets:
        _check_rivals(sheet, names)
    numbered, block_count = _own_blocks(sheets, len(blocks) - 1)
    return Columns(names, numbered, np.arange(block_count))


def of_tables(tables: Sequence[Table]) -> Columns:
    """The same as ``gather`` makes of these games one by one; they were checked when they entered the log."""
    names, recode = _numbered([table.members for table in tables])
    blocks, block_recode = _numbered([table.rows["block"] for table in tables])
    parts: defaultdict[Shape, list[Sheet]] = defaultdict(list)
    for table in tables:
        fault = table.ended_by_fault
        for policy, rows in ((table.form.policy, table.only(~fault)), (RankPolicy.LAST_LOSES.value, table.only(fault))):
            if len(rows.rows):
                shape = Shape(policy, table.form.sizes, table.form.roles)
                members, numbers = recode[rows.members], block_recode[rows.rows["block"]]
                parts[shape].append(Sheet(shape, members, np.ascontiguousarray(rows.ranks), numbers))
    sheets = [_stacked(shape, parts[shape]) for shape in sorted(parts)]
    return Columns([*names.tolist()], sheets, blocks)


def _numbered(columns: Sequence[NDArray[Any]]) -> tuple[Ints, Ints]:
    """(distinct numbers, ascending; place of each of them among these). A table of marks beats sorting millions."""
    seen = np.zeros(1 + max((int(column.max(initial=0)) for column in columns), default=0), dtype=bool)
    for column in columns:
        seen[column] = True
    return np.flatnonzero(seen), np.cumsum(seen, dtype=np.int32) - 1


def _stacked(shape: Shape, sheets: list[Sheet]) -> Sheet:
    if len(sheets) == 1:
        return sheets[0]
    return Sheet(
        shape,
        np.vstack([sheet.members for sheet in sheets]),
        np.vstack([sheet.ranks for sheet in sheets]),
        np.concatenate([sheet.blocks for sheet in sheets]),
    )


def _by_shape(chunk: list[RatedGame]) -> dict[Shape, list[RatedGame]]:
    games: defaultdict[Any, list[RatedGame]] = defaultdict(list)
    for game in chunk:
        # A game ended by a fault says who lost, nothing more.
        policy = RankPolicy.LAST_LOSES if game.fault else game.policy
        if type(game.roles) is not tuple:
            check_tuples(game.roles)
        games[policy._value_, tuple(map(len, game.sides)), game.roles].append(game)
    return {Shape(*key): alike for key, alike in games.items()}


def _put(pile: _Pile, shape: Shape, games: list[RatedGame], entrants: _Numbers, blocks: _Numbers) -> None:
    _, sides, ranks, block_ids, _, _ = zip(*games, strict=True)
    check_game(games[0])
    check_tuples(*ranks)
    for one in set(ranks):
        if len(check_ranks(one)) != len(shape.sizes):
            raise RatingInputError(f"A game of {len(shape.sizes)} sides needs as many ranks, not {one}.")
    pile.members.extend(list(map(entrants.__getitem__, chain.from_iterable(chain.from_iterable(sides)))))
    pile.ranks.extend(list(chain.from_iterable(ranks)))
    pile.blocks.extend(list(map(blocks.__getitem__, block_ids)))


def _check_rivals(sheet: Sheet, names: list[Entrant]) -> None:
    """Nobody plays against itself; the same name within one side is fine."""
    alike = np.sort(sheet.members, axis=1)
    for row in np.flatnonzero((alike[:, 1:] == alike[:, :-1]).any(axis=1)):
        members = iter([names[number] for number in sheet.members[row]])
        check_sides(tuple(tuple(islice(members, size)) for size in sheet.shape.sizes))


def _recoding(names: Sequence[BlockId], numbers: Mapping[Any, int]) -> Ints:
    """New number of each old one, when ``names`` are in their final order."""
    recode = np.empty(len(names), dtype=np.int64)
    recode[[numbers[name] for name in names]] = np.arange(len(names))
    return recode


def _sheet(shape: Shape, pile: _Pile, recode: Ints, block_recode: Ints) -> Sheet:
    blocks = block_recode[np.frombuffer(pile.blocks, dtype=np.int64)]
    members = recode[np.frombuffer(pile.members, dtype=np.int64)].reshape(len(blocks), -1)
    return Sheet(shape, members, np.frombuffer(pile.ranks, dtype=np.int64).reshape(len(blocks), -1), blocks)


def _own_blocks(sheets: list[Sheet], block_count: int) -> tuple[list[Sheet], int]:
    """Give every game without a block one of its own, numbered by what happened in the game."""
    numbered = []
    for sheet in sheets:
        alone = np.flatnonzero(sheet.blocks < 0)
        content = np.hstack([sheet.members[alone], sheet.ranks[alone]])
        blocks = sheet.blocks.copy()
        blocks[alone[np.lexsort(content.T[::-1])]] = block_count + np.arange(len(alone))
        block_count += len(alone)
        numbered.append(Sheet(sheet.shape, sheet.members, sheet.ranks, blocks))
    return numbered, block_count


def distinct_rows(rows: Ints) -> tuple[Ints, Ints]:
    """(distinct rows in ascending order, number of each row's copy among them).

    Rows are packed into one integer as long as they fit: several times quicker than ``np.unique(axis=0)``.
    """
    names, base = rows, int(rows.max(initial=0)) + 1
    if base ** rows.shape[1] > 2**62 and base <= _MARKED:
        seen, places = _numbered([rows])
        rows, base = places[rows], len(seen)
    key = np.zeros(len(rows), dtype=np.int64)
    limit = 1
    for column in rows.T:
        if limit > 2**62 // base:
            key = np.unique(key, return_inverse=True)[1]
            limit = len(rows)
        key = key * base + column
        limit *= base
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return names[first], inverse


def merged_rows(one: Ints, other: Ints) -> tuple[Ints, Ints, Ints]:
    """Rows of two tables each of which has distinct ones, ascending: (those of both, the place of each of the one, and
    of the other). As ``distinct_rows`` of both together, without sorting the longer one again.

    >>> rows, places, others = merged_rows(np.array([[1, 2], [3, 4]]), np.array([[1, 2], [2, 9]]))
    >>> rows.tolist(), places.tolist(), others.tolist()
    ([[1, 2], [2, 9], [3, 4]], [0, 2], [0, 1])
    """
    base = 1 + max(int(one.max(initial=0)), int(other.max(initial=0)))
    if not len(one) or base ** one.shape[1] > 2**62:
        rows, at = distinct_rows(np.concatenate([one, other]))
        return rows, at[: len(one)], at[len(one) :]
    powers = base ** np.arange(one.shape[1] - 1, -1, -1, dtype=np.int64)
    keys, others = one @ powers, other @ powers
    at = np.searchsorted(keys, others)
    is_new = keys[np.minimum(at, len(keys) - 1)] != others
    before = np.cumsum(np.bincount(at[is_new], minlength=len(one) + 1))[: len(one)]
    rows = np.insert(one, at[is_new], other[is_new], axis=0)
    return rows, np.arange(len(one)) + before, at + np.cumsum(is_new) - is_new


def distinct(values: Ints) -> Ints:
    """Distinct numbers, ascending. Sorting beats the hash table of ``np.unique`` when most of them differ."""
    ascending = np.sort(values, axis=None)
    return ascending[np.concatenate([[True], ascending[1:] != ascending[:-1]])] if len(ascending) else ascending
