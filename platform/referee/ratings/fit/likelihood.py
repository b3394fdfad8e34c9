"""The penalised likelihood of the batch fit with its slope and curvature, in terms of entrants and roles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import scipy

from referee.ratings.fit.choices import Choices, Floats
from referee.ratings.fit.columns import Ints
from referee.ratings.fit.stages import UNITS

DENSE_SIDES = 2000
"""Up to so many different sides the curvature is summed in a full matrix."""
CHUNK = 1 << 16
"""Sets handled at once; bounds the memory of the curvature's n * n entries per set."""
WIDEST = 600.0
"""Between the strongest and the weakest, up to which the odds of all are doubles above zero. Far more than in any best
fit (``newton.RUNAWAY``), though a step on the way there may try it."""
Matrix: TypeAlias = "scipy.sparse.csr_array | Floats"


@dataclass(frozen=True)
class Likelihood:
    choices: list[Choices]
    design: scipy.sparse.csr_array
    penalty: Floats
    """Weight of the squared parameter in the penalty, one per parameter."""

    def at(self, parameters: Floats) -> Point:
        """The likelihood around some parameters: what value, slope and curvature share is computed once."""
        strengths: Floats = self.design @ parameters
        shares = [_shares(table, strengths) for table in self.choices]
        return Point(self, parameters, strengths, [share.chances for share in shares], shares)

    @cached_property
    def is_plain(self) -> bool:
        """Every side is one entrant, and nothing else counts."""
        return bool(self.design.shape[0] == self.design.shape[1] == self.design.nnz)

    @cached_property
    def collected(self) -> Floats:
        """What the results alone say of each side: choices won, less choices lost."""
        sums = np.zeros(self.design.shape[0])
        for table in self.choices:
            weights = table.weights.ravel()
            sums += table.sign * np.bincount(table.sets.ravel(), weights=weights, minlength=len(sums))
        return sums / UNITS

    @cached_property
    def pairs(self) -> list[Ints]:
        """For each table of choices the place of every pair of a set's sides in the lower half of a full matrix."""
        return [pairs_of(table.columns, self.design.shape[0]) for table in self.choices]


@dataclass(frozen=True)
class Point:
    likelihood: Likelihood
    parameters: Floats
    strengths: Floats
    """Of each side."""
    chances: list[Floats]
    """For each table of choices: chance of each side, one column per set."""
    shares: list[Shares]

    def value(self) -> float:
        total = float(self.likelihood.collected @ self.strengths - self.likelihood.penalty @ self.parameters**2)
        logs = [share.logs() for share in self.shares]
        return total - sum(float(table.counts @ log) for table, log in self._tables(logs))

    def slope(self) -> Floats:
        sums = self.likelihood.collected.copy()
        for table, chances in self._tables(self.chances):
            hopes = (table.counts * chances).ravel()
            sums -= table.sign * np.bincount(table.columns.ravel(), weights=hopes, minlength=len(sums))
        slope: Floats = self.likelihood.design.T @ sums - 2.0 * self.likelihood.penalty * self.parameters
        return slope

    def curvature(self) -> Matrix:
        """Minus the matrix of second derivatives: symmetric, no negative eigenvalues."""
        design, penalty = self.likelihood.design, 2.0 * self.likelihood.penalty
        if len(self.strengths) <= DENSE_SIDES:
            between = self._dense_curvature()
            whole: Floats = between if self.likelihood.is_plain else np.asarray(design.T @ (between @ design))
            whole[np.diag_indices(len(penalty))] += penalty
            return whole
        total = scipy.sparse.diags_array(penalty, format="csr")
        for table, chances, rows in self._chunks():
            sets, counts = table.columns[:, rows], table.counts[rows]
            entries = -(counts * chances)[:, None, :] * chances[None, :, :]
            places = np.arange(len(sets))
            entries[places, places] += counts * chances
            across = np.broadcast_to(sets[:, None, :], entries.shape).ravel()
            down = np.broadcast_to(sets[None, :, :], entries.shape).ravel()
            part = scipy.sparse.coo_array((entries.ravel(), (across, down)), shape=(len(self.strengths),) * 2).tocsr()
            total = total + design.T @ part @ design
        return total.tocsr()

    def _dense_curvature(self) -> Floats:
        """Of sides, summed in place: many sets fall on the same few pairs, and sorting them first would cost more."""
        count = len(self.strengths)
        lower, diagonal = np.zeros(count * count), np.zeros(count)
        for (table, chances), pairs in zip(self._tables(self.chances), self.likelihood.pairs, strict=True):
            pull = table.counts * chances
            spread = (pull * (1.0 - chances)).ravel()
            diagonal += np.bincount(table.columns.ravel(), weights=spread, minlength=count)
            lower -= np.bincount(pairs, weights=products_of(pull, chances), minlength=count * count)
        return mirrored(lower, diagonal)

    def _tables(self, values: list[Floats]) -> Iterator[tuple[Choices, Floats]]:
        return zip(self.likelihood.choices, values, strict=True)

    def _chunks(self) -> Iterator[tuple[Choices, Floats, slice]]:
        for table, chances in self._tables(self.chances):
            for start in range(0, len(table.sets), CHUNK):
                rows = slice(start, start + CHUNK)
                yield table, chances[:, rows], rows


@dataclass(frozen=True)
class Shares:
    """Of one table of choices. Sets lie in columns because sums over four rows are several times quicker than sums over
    four columns."""

    chances: Floats
    """Of each side."""
    totals: Floats
    """Sum of the odds of each set,"""
    top: Floats | float
    """which are e to the strength less this."""

    def logs(self) -> Floats:
        """Logarithm of the sum of exponentials of each set."""
        found: Floats = np.log(self.totals) + self.top
        return found


def _shares(table: Choices, strengths: Floats) -> Shares:
    signed = table.sign * strengths
    top = float(signed.max(initial=0.0))
    if top - float(signed.min(initial=0.0)) < WIDEST:
        odds = np.exp(signed - top)[table.columns]  # a thousand exponentials instead of one for each place of each set
        totals = _sum_of_rows(odds)
        return Shares(odds / totals, totals, top)
    seated = signed[table.columns]
    tops = seated.max(axis=0, initial=-np.inf)
    odds = np.exp(seated - tops)
    totals = _sum_of_rows(odds)
    return Shares(odds / totals, totals, tops)


def _sum_of_rows(rows: Floats) -> Floats:
    """Row by row: quicker than a reduction over the first axis."""
    total: Floats = rows[0].copy()
    for other in rows[1:]:
        total += other
    return total


def pairs_of(sets: Ints, count: int) -> Ints:
    """The place of every pair of a set's sides in the lower half of a full matrix, in one list. Sets are columns."""
    sides = sets.astype(np.int64)
    return np.concatenate([sides[one] * count + sides[other] for one in range(len(sides)) for other in range(one)])


def products_of(one: Floats, other: Floats) -> Floats:
    """A product for each pair, in the order of ``pairs_of``."""
    return np.concatenate([one[down] * other[across] for down in range(len(one)) for across in range(down)])


def mirrored(lower: Floats, diagonal: Floats) -> Floats:
    square = lower.reshape(len(diagonal), len(diagonal))
    whole: Floats = square + square.T
    whole[np.diag_indices(len(diagonal))] = diagonal
    return whole
