"""Sufficient statistics of the batch fit: how often each set of sides met, and what share of choices each side got.

A million games shrink to one row per set of opponents; Newton's method only ever sees these rows.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from engines.variants import RankPolicy
from referee.ratings.fit.columns import PIECE, Ints, Sheet, distinct_rows
from referee.ratings.fit.stages import UNITS, stages

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """All choices with one sign among equally many sides. Rows are distinct sets of sides, ascending."""

    sign: int
    """+1: the strong are chosen (winners); -1: the weak are (losers)."""
    sets: Ints
    """Numbers of the sides of each set, ascending."""
    chosen: Floats
    """How often each side of each set was chosen; shared choices count in part."""
    block: Ints
    """Of each block that met a set: the block,"""
    block_set: Ints
    """the set,"""
    block_chosen: Floats
    """and how often each side was chosen in that block."""

    @cached_property
    def columns(self) -> Ints:
        """The sets, one in each column: sums over four rows are several times quicker than over four columns."""
        return np.ascontiguousarray(self.sets.T, dtype=np.int64)

    @cached_property
    def counts(self) -> Floats:
        """How often each set met."""
        counts: Floats = self.chosen.sum(axis=1)
        return counts


@dataclass(frozen=True)
class Design:
    """Strength of a side as a weighted sum of parameters: mean of its members plus its role."""

    matrix: sparse.csr_array
    """One row per distinct side, one column per entrant and then per role."""
    sides: list[Ints]
    """For each sheet the number of the side in each place, one row per game."""


def build_design(sheets: list[Sheet], entrant_count: int, roles: list[str]) -> Design:
    """Number the distinct sides. A side of one entrant without a role has the number of that entrant."""
    offset = entrant_count
    parts: list[sparse.coo_array] = [sparse.eye_array(entrant_count, entrant_count + len(roles), format="coo")]
    numbers: list[Ints] = [
        sheet.members if set(_kinds(sheet)) == {(1, "")} else np.empty(sheet.ranks.shape, dtype=np.int32)
        for sheet in sheets
    ]
    for size, role in sorted({kind for sheet in sheets for kind in _kinds(sheet)}):
        places = [
            (at, place, sheet.members[:, start : start + size])
            for at, sheet in enumerate(sheets)
            for place, (kind, start) in enumerate(zip(_kinds(sheet), _starts(sheet), strict=True))
            if kind == (size, role)
        ]
        if (size, role) == (1, ""):
            for at, place, members in places:
                if numbers[at] is not sheets[at].members:
                    numbers[at][:, place] = members[:, 0]
            continue
        rows = np.sort(np.vstack([members for _, _, members in places]), axis=1)
        distinct, inverse = distinct_rows(rows)
        parts.append(_side_rows(distinct, entrant_count, roles, role))
        codes = offset + inverse
        offset += len(distinct)
        ends = np.cumsum([len(members) for _, _, members in places])[:-1]
        for (at, place, _), part in zip(places, np.split(codes, ends), strict=True):
            numbers[at][:, place] = part
    return Design(sparse.vstack(parts, format="csr"), numbers)


def _kinds(sheet: Sheet) -> list[tuple[int, str]]:
    return list(zip(sheet.shape.sizes, sheet.shape.roles or ("",) * len(sheet.shape.sizes), strict=True))


def _starts(sheet: Sheet) -> list[int]:
    return [sum(sheet.shape.sizes[:place]) for place in range(len(sheet.shape.sizes))]


def _side_rows(members: Ints, entrant_count: int, roles: list[str], role: str) -> sparse.coo_array:
    count, size = members.shape
    rows = np.repeat(np.arange(count), size)
    matrix = sparse.coo_array(
        (np.full(count * size, 1.0 / size), (rows, members.ravel())), shape=(count, entrant_count + len(roles))
    )
    if not role:
        return matrix
    column = np.full(count, entrant_count + roles.index(role))
    extra = sparse.coo_array((np.ones(count), (np.arange(count), column)), shape=matrix.shape)
    return (matrix + extra).tocoo()


@dataclass
class _Heap:
    """Choices of one sign among equally many sides: a row for each set that met in a block, at least."""

    sets: list[Ints] = field(default_factory=list)
    weights: list[Ints] = field(default_factory=list)
    blocks: list[Ints] = field(default_factory=list)


_Heaps = defaultdict[tuple[int, int], _Heap]


def aggregate(sheets: list[Sheet], sides: list[Ints]) -> list[Choices]:
    """Count the choices of all sheets, largest sets last.

    Counted in pieces first: the games of a block stand together, so little is left of them for the count of all.
    """
    heaps = _Heaps(_Heap)
    for sheet, numbers in zip(sheets, sides, strict=True):
        for start in range(0, len(numbers), PIECE):
            piece = slice(start, start + PIECE)
            for key, own in _gathered(sheet.rows(piece), numbers[piece]).items():
                counted = _count(own)
                heaps[key].sets.append(counted.sets[counted.block_set])
                heaps[key].weights.append(counted.block_weights.astype(np.int32))
                heaps[key].blocks.append(counted.block)
    return [_choices(sign, _count(heaps.pop((arity, sign)))) for arity, sign in sorted(heaps)]


def _gathered(sheet: Sheet, numbers: Ints) -> _Heaps:
    heaps = _Heaps(_Heap)
    sign = -1 if sheet.policy is RankPolicy.LAST_LOSES else 1
    patterns, inverse = distinct_rows(sheet.ranks)
    for number, pattern in enumerate(patterns):
        rows = np.flatnonzero(inverse == number)
        for stage in stages(sheet.policy, tuple(map(int, pattern))):
            sets = numbers[rows][:, list(stage.sides)]
            order = np.argsort(sets, axis=1)
            heap = heaps[len(stage.sides), sign]
            heap.sets.append(np.take_along_axis(sets, order, axis=1))
            heap.weights.append(np.array(stage.weights, dtype=np.int32)[order])
            heap.blocks.append(sheet.blocks[rows])
    return heaps


class _Counted(NamedTuple):
    """Weights in units, whole numbers: see ``Choices``."""

    sets: Ints
    weights: Floats
    block: Ints
    block_set: Ints
    block_weights: Floats


def _count(heap: _Heap) -> _Counted:
    sets, at = distinct_rows(_stacked(heap.sets))
    # A block and a set in one number: both stay below 2**31.
    met, pair_at = np.unique(_stacked(heap.blocks) * len(sets) + at, return_inverse=True)
    weights = _stacked(heap.weights)
    sums, block_sums = _sums(at, weights, len(sets)), _sums(pair_at, weights, len(met))
    return _Counted(sets, sums, met // len(sets), met % len(sets), block_sums)


def _choices(sign: int, counted: _Counted) -> Choices:
    return Choices(
        sign=sign,
        sets=counted.sets,
        chosen=counted.weights / UNITS,
        block=counted.block,
        block_set=counted.block_set,
        block_chosen=counted.block_weights / UNITS,
    )


def _stacked(parts: list[Ints]) -> Ints:
    """One array of them, emptying the list: millions of games are not held twice."""
    whole = np.concatenate(parts)
    parts.clear()
    return whole


def _sums(at: Ints, weights: Ints, count: int) -> Floats:
    """Sums of weights per row. Integers below 2**53 add up exactly in doubles, in any order."""
    return np.column_stack([np.bincount(at, weights=column, minlength=count) for column in weights.T])


def is_one_sided(choices: list[Choices], roles: sparse.csr_array) -> NDArray[np.bool_]:
    """Roles that always won or always lost, so that no finite offset fits best. ``roles``: sides by roles."""
    wins, losses = np.zeros(roles.shape[1]), np.zeros(roles.shape[1])
    for table in choices:
        counts = table.chosen.sum(axis=1, keepdims=True)
        chosen = np.bincount(table.sets.ravel(), weights=table.chosen.ravel(), minlength=roles.shape[0])
        passed = np.bincount(table.sets.ravel(), weights=(counts - table.chosen).ravel(), minlength=roles.shape[0])
        wins += roles.T @ (chosen if table.sign > 0 else passed)
        losses += roles.T @ (passed if table.sign > 0 else chosen)
    return np.asarray((wins == 0.0) | (losses == 0.0))
