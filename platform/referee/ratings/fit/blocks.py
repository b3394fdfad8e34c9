"""What the blocks say beside the best fit: how far each of them pulls, and how far it should.

A fit follows its own data, the more the fewer blocks an entrant has, so slopes at the best fit are too small: by the
root of one minus the share of the information about its members that the block itself brought. With two seats and b
blocks each this is ``b / (b - 2)``, and twice the loss where four bots play as two pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import scipy
from numpy.typing import NDArray

from referee.ratings.fit.choices import Choices, Floats
from referee.ratings.fit.columns import Ints
from referee.ratings.fit.likelihood import Likelihood, Point, mirrored, pairs_of, products_of
from referee.ratings.fit.stages import UNITS
from referee.ratings.fit.unbounded import model_spreads

_MOST_LEVERAGE: Final = 0.8
"""Of a block that alone decides somebody's rating nothing can be learned about spread; this keeps its weight finite."""
_PIECE: Final = 1 << 16
"""Blocks handled at once."""


@dataclass(frozen=True)
class _Lone:
    """Blocks in which one set of single entrants met, and no other: one in each column."""

    members: Ints
    slopes: Floats

    def rows(self, parameters: int) -> scipy.sparse.csr_array:
        arity, blocks = self.members.shape
        ends = np.arange(blocks + 1, dtype=np.int32) * arity
        shape = (blocks, parameters)
        return scipy.sparse.csr_array((self.slopes.T.ravel(), self.members.T.ravel(), ends), shape=shape)


@dataclass(frozen=True)
class BlockPulls:
    """How far each block would pull if it had not taken part in the fit that it is measured against."""

    lone: list[_Lone]
    others: list[scipy.sparse.csr_array]
    """One row per block, one column per entrant and then per role; at the end those of ``unbounded``."""
    evidence: Floats
    """Of each entrant: how many blocks tell its spread, each counted by what the fit has not taken out of it."""
    gain: float | None
    """How many independent games one game of a block is worth, as measured. None: nothing to measure.

    Above 1 replaying a deal in all seats cancels luck; below 1 the games of a block tell the same story twice.
    """

    def rows(self, parameters: int) -> list[scipy.sparse.csr_array]:
        """One row per block, and those of ``unbounded``."""
        return [*(lone.rows(parameters) for lone in self.lone), *self.others]

    def squares(self, parameters: int) -> Floats:
        """Sum over the blocks of each one's slope times itself, as a full matrix."""
        lower, diagonal = np.zeros(parameters**2), np.zeros(parameters)
        for lone in self.lone:
            weights = products_of(lone.slopes, lone.slopes)
            lower += np.bincount(pairs_of(lone.members, parameters), weights=weights, minlength=len(lower))
            squares = (lone.slopes**2).ravel()
            diagonal += np.bincount(lone.members.ravel(), weights=squares, minlength=parameters)
        whole = mirrored(lower, diagonal)
        for rows in self.others:
            whole += (rows.T @ rows).toarray()
        return whole


@dataclass
class _Sums:
    evidence: Floats
    expected: float = 0.0
    """Sum of the variances of slopes if all games were independent,"""
    measured: float = 0.0
    """and of their squares as they are."""


def block_pulls(point: Point, block_count: int, entrants: int) -> BlockPulls:
    likelihood = point.likelihood
    total = _information(point)
    sums = _Sums(np.zeros(entrants))
    alone = _alone(likelihood, block_count)
    lone = [
        found
        for table, chances, keep in zip(likelihood.choices, point.chances, alone, strict=True)
        for rows in _pieces(np.flatnonzero(keep))
        if (found := _lone(table, chances, rows, total, sums))
    ]
    others = [_other(point, rows, total, entrants, sums) for rows in _other_pieces(likelihood, alone)]
    gain = sums.expected / sums.measured if sums.measured > 0.0 else None
    if (spreads := model_spreads(point, total, entrants)) is not None:
        others.append(spreads)
    return BlockPulls(lone, others, sums.evidence, gain)


def _information(point: Point) -> Floats:
    """What all games and the penalty tell of each parameter."""
    likelihood = point.likelihood
    of_sides = np.zeros(likelihood.design.shape[0])
    for table, chances in zip(likelihood.choices, point.chances, strict=True):
        spread = table.counts * chances * (1.0 - chances)
        of_sides += np.bincount(table.columns.ravel(), weights=spread.ravel(), minlength=len(of_sides))
    total: Floats = likelihood.design.power(2).T @ of_sides + 2.0 * likelihood.penalty
    return total


def _alone(likelihood: Likelihood, block_count: int) -> list[NDArray[np.bool_]]:
    """Of the rows of each table: whether the block has no other row, in no table. Never where sides are pairs."""
    if not likelihood.is_plain:
        return [np.zeros(len(table.block), dtype=bool) for table in likelihood.choices]
    times = np.zeros(block_count, dtype=np.int64)
    for table in likelihood.choices:
        times += np.bincount(table.block, minlength=block_count)
    return [times[table.block] == 1 for table in likelihood.choices]


def _pieces(rows: Ints) -> Iterator[Ints]:
    for start in range(0, len(rows), _PIECE):
        yield rows[start : start + _PIECE]


def _scale(leverage: Floats) -> Floats:
    scale: Floats = 1.0 / np.sqrt(1.0 - leverage)
    return scale


def _told(leverage: Floats) -> Floats:
    """How much of a block still tells of the spread. The power was found by simulation: what the fit has taken is lost
    to the block's own slope, and to those of the blocks that it is compared with."""
    left = 1.0 - leverage
    told: Floats = left * left * left  # numpy takes ten times as long for a power
    return told


def _lone(table: Choices, by_set: Floats, rows: Ints, total: Floats, sums: _Sums) -> _Lone:
    sets = table.block_set[rows]
    members = np.take(table.columns, sets, axis=1, mode="clip")  # several times quicker than by an index
    chances = np.take(by_set, sets, axis=1, mode="clip")
    chosen = np.ascontiguousarray(table.block_weights[rows].T) / UNITS
    counts = chosen.sum(axis=0)
    spread = counts * chances * (1.0 - chances)
    # As many independent comparisons as there are members, less one.
    leverage = np.minimum((spread / total[members]).sum(axis=0) / (table.arity - 1), _MOST_LEVERAGE)
    slopes = table.sign * (chosen - counts * chances) * _scale(leverage)
    left = np.broadcast_to(_told(leverage), members.shape)
    sums.evidence += np.bincount(members.ravel(), weights=left.ravel(), minlength=len(sums.evidence))
    sums.expected += float(spread.sum())
    sums.measured += float((slopes**2).sum())
    return _Lone(members, slopes)


def _other_pieces(likelihood: Likelihood, alone: list[NDArray[np.bool_]]) -> Iterator[list[tuple[Ints, Ints]]]:
    """For each piece and table: the rows, and the places of their blocks in the piece."""
    rows = [np.flatnonzero(~keep) for keep in alone]
    blocks = [table.block[own] for table, own in zip(likelihood.choices, rows, strict=True)]
    names = np.unique(np.concatenate([np.empty(0, dtype=np.int32), *blocks]))
    for piece in _pieces(names):
        found = []
        for own, numbers in zip(rows, blocks, strict=True):
            start, end = np.searchsorted(numbers, piece[0]), np.searchsorted(numbers, piece[-1], side="right")
            found.append((own[start:end], np.searchsorted(piece, numbers[start:end])))
        yield found


def _other(
    point: Point, pieces: list[tuple[Ints, Ints]], total: Floats, entrants: int, sums: _Sums
) -> scipy.sparse.csr_array:
    design = point.likelihood.design
    shape = (1 + max(int(blocks.max(initial=-1)) for _, blocks in pieces), design.shape[0])
    slopes, expected = scipy.sparse.csr_array(shape), scipy.sparse.csr_array(shape)
    contrasts = np.zeros(shape[0])
    for table, by_set, (rows, blocks) in zip(point.likelihood.choices, point.chances, pieces, strict=True):
        sets = table.block_set[rows]
        chances = by_set[:, sets].T
        chosen = table.block_weights[rows] / UNITS
        counts = chosen.sum(axis=1, keepdims=True)
        places = np.repeat(blocks, table.arity), table.sets[sets].ravel()
        surprise = table.sign * (chosen - counts * chances)
        slopes = slopes + scipy.sparse.coo_array((surprise.ravel(), places), shape=shape).tocsr()
        spread = counts * chances * (1.0 - chances)
        expected = expected + scipy.sparse.coo_array((spread.ravel(), places), shape=shape).tocsr()
        contrasts += (table.arity - 1) * np.bincount(blocks, minlength=shape[0])
    own = (expected @ design.power(2)).tocsr()[:, :entrants].tocsr()
    leverage = _leverage(own, contrasts, total)
    found = (slopes @ design).tocsr()
    found.data = found.data * np.repeat(_scale(leverage), np.diff(found.indptr))
    left = np.repeat(_told(leverage), np.diff(own.indptr))
    sums.evidence += np.bincount(own.indices, weights=left, minlength=entrants)
    sums.expected += float(own.sum())
    sums.measured += float(found[:, :entrants].power(2).sum())
    return found


def _leverage(own: scipy.sparse.csr_array, contrasts: Floats, total: Floats) -> Floats:
    """Of each block, per comparison that it makes. Roles are left out: all blocks together know them well."""
    shares = own.copy()
    shares.data = own.data / total[own.indices]
    comparisons = np.maximum(np.minimum(contrasts, np.diff(own.indptr) - 1), 1.0)
    leverage: Floats = np.minimum(shares.sum(axis=1) / comparisons, _MOST_LEVERAGE)
    return leverage
