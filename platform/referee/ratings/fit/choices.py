"""Sufficient statistics of the batch fit: how often each set of sides met, and what share of choices each side got.

A million games shrink to one row per set of opponents; Newton's method only ever sees these rows. All of them are whole
numbers, so parts that were counted apart add up to exactly what counting everything at once would give.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import scipy
from numpy.typing import NDArray

from engines.variants import RankPolicy
from referee.ratings.fit.columns import PIECE, Ints, Sheet, distinct_rows, merged_rows
from referee.ratings.fit.stages import UNITS, stages

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """All choices with one sign among equally many sides. Rows are distinct sets of sides, ascending."""

    sign: int
    """+1: the strong are chosen (winners); -1: the weak are (losers)."""
    sets: Ints
    """Numbers of the sides of each set, ascending."""
    weights: Ints
    """How much each side of each set was chosen, in units of ``1 / UNITS``; shared choices count in part."""
    block: Ints
    """Of each block that met a set, ascending: the block,"""
    block_set: Ints
    """the set,"""
    block_weights: Ints
    """and how much each side was chosen in that block."""

    @property
    def arity(self) -> int:
        return int(self.sets.shape[1])

    @cached_property
    def columns(self) -> Ints:
        """The sets, one in each column: sums over four rows are several times quicker than over four columns. Wide
        numbers, which numpy need not widen each time they name places."""
        return np.ascontiguousarray(self.sets.T, dtype=np.intp)

    @cached_property
    def counts(self) -> Floats:
        """How often each set met."""
        counts: Floats = self.weights.sum(axis=1) / UNITS
        return counts

    def only(self, places: Ints) -> Choices:
        """Those of some sides. ``places``: new number of each side, -1 for those left out, alone or all of a set."""
        stays = places[self.sets[:, 0]] >= 0
        block_stays = stays[self.block_set]
        return Choices(
            sign=self.sign,
            sets=places[self.sets[stays]],
            weights=self.weights[stays],
            block=self.block[block_stays],
            block_set=(np.cumsum(stays) - 1)[self.block_set[block_stays]],
            block_weights=self.block_weights[block_stays],
        )

    def moved(self, places: Ints, block_places: Ints) -> Choices:
        """The same when sides and blocks get other numbers in the same order."""
        sets, block = _moved(self.sets, places), _moved(self.block, block_places)
        return Choices(self.sign, sets, self.weights, block, self.block_set, self.block_weights)


def _moved(numbers: Ints, places: Ints) -> Ints:
    """Nothing to do where all keep their places, as when a log grows by games of those who are in it already."""
    is_still = np.array_equal(places, np.arange(len(places)))
    return numbers if is_still else places[numbers]


def join_choices(one: Choices, other: Choices) -> Choices:
    """Of two that number sides and blocks alike and have no block in common."""
    sets, *places = merged_rows(one.sets, other.sets)
    weights = np.zeros(sets.shape, dtype=np.int64)
    for part, place in zip((one, other), places, strict=True):
        weights[place] += part.weights  # no place twice: the sets of a part differ
    block = np.concatenate([one.block, other.block])
    block_set = np.concatenate([places[0][one.block_set], places[1][other.block_set]])
    block_weights = np.concatenate([one.block_weights, other.block_weights])
    if len(one.block) and len(other.block) and other.block[0] < one.block[-1]:
        order = np.argsort(block, kind="stable")
        block, block_set, block_weights = block[order], block_set[order], block_weights[order]
    return Choices(one.sign, sets, weights, block, block_set, block_weights)


@dataclass
class _Heap:
    """Choices of one sign among equally many sides: a row for each set that met in a block, at least."""

    sets: list[Ints] = field(default_factory=list)
    weights: list[Ints] = field(default_factory=list)
    blocks: list[Ints] = field(default_factory=list)


_Heaps = defaultdict[tuple[int, int], _Heap]


def count_choices(sheets: Sequence[Sheet], sides: Sequence[Ints]) -> list[Choices]:
    """Count the choices of all sheets, largest sets last.

    Counted in pieces first: the games of a block stand together, so little is left of them for the count of all.
    """
    heaps = _Heaps(_Heap)
    for sheet, numbers in zip(sheets, sides, strict=True):
        for start in range(0, len(numbers), PIECE):
            piece = slice(start, start + PIECE)
            for (arity, sign), own in _gathered(sheet.rows(piece), numbers[piece]).items():
                counted = _count(sign, own)
                heap = heaps[arity, sign]
                heap.sets.append(counted.sets[counted.block_set])
                heap.weights.append(counted.block_weights)
                heap.blocks.append(counted.block)
    return [_count(sign, heaps.pop((arity, sign))) for arity, sign in sorted(heaps)]


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


def _count(sign: int, heap: _Heap) -> Choices:
    sets, at = distinct_rows(_stacked(heap.sets))
    # A block and a set in one number: both stay below 2**31.
    met, pair_at = np.unique(_stacked(heap.blocks).astype(np.int64) * len(sets) + at, return_inverse=True)
    weights = _stacked(heap.weights)
    block, block_set = met // len(sets), met % len(sets)
    del met
    return Choices(
        sign=sign,
        sets=sets.astype(np.int32),
        weights=_sums(at, weights, len(sets)).astype(np.int64),
        block=block.astype(np.int32),
        block_set=block_set.astype(np.int32),
        block_weights=_sums(pair_at, weights, len(block)).astype(np.int32),
    )


def _stacked(parts: list[Ints]) -> Ints:
    """One array of them, emptying the list: millions of games are not held twice."""
    whole = np.concatenate(parts)
    parts.clear()
    return whole


def _sums(at: Ints, weights: Ints, count: int) -> Floats:
    """Sums of weights per row. Integers below 2**53 add up exactly in doubles, in any order."""
    return np.column_stack([np.bincount(at, weights=column, minlength=count) for column in weights.T])


def is_one_sided(choices: Sequence[Choices], roles: scipy.sparse.csr_array) -> NDArray[np.bool_]:
    """Roles that always won or always lost, so that no finite offset fits best. ``roles``: sides by roles."""
    wins, losses = np.zeros(roles.shape[1]), np.zeros(roles.shape[1])
    for table in choices:
        met = table.weights.sum(axis=1, keepdims=True)
        chosen = np.bincount(table.sets.ravel(), weights=table.weights.ravel(), minlength=roles.shape[0])
        passed = np.bincount(table.sets.ravel(), weights=(met - table.weights).ravel(), minlength=roles.shape[0])
        wins += roles.T @ (chosen if table.sign > 0 else passed)
        losses += roles.T @ (passed if table.sign > 0 else chosen)
    return np.asarray((wins == 0.0) | (losses == 0.0))
