"""The penalised likelihood of the batch fit with its slope and curvature, in terms of entrants and roles."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from referee.ratings.fit.blocks import BlockSlopes
from referee.ratings.fit.choices import Choices, Floats
from referee.ratings.fit.columns import Ints

DENSE_SIDES = 2000
"""Up to so many different sides the curvature is summed in a full matrix."""
CHUNK = 1 << 16
"""Sets handled at once; bounds the memory of the curvature's n * n entries per set."""


@dataclass(frozen=True)
class Likelihood:
    choices: list[Choices]
    design: sparse.csr_array
    penalty: Floats
    """Weight of the squared parameter in the penalty, one per parameter."""

    def at(self, parameters: Floats) -> "Point":
        """The likelihood around some parameters: what value, slope and curvature share is computed once."""
        strengths: Floats = self.design @ parameters
        shares = [_shares(table.sign * strengths[table.columns]) for table in self.choices]
        return Point(self, parameters, strengths, [share[0] for share in shares], [share[1] for share in shares])

    @cached_property
    def collected(self) -> Floats:
        """What the results alone say of each side: choices won, less choices lost."""
        sums = np.zeros(self.design.shape[0])
        for table in self.choices:
            weights = table.chosen.T.ravel()
            sums += table.sign * np.bincount(table.columns.ravel(), weights=weights, minlength=len(sums))
        return sums

    @cached_property
    def pairs(self) -> list[Ints]:
        """For each table of choices the place of every pair of a set's sides in the lower half of a full matrix."""
        count = self.design.shape[0]
        return [
            np.concatenate([sets[one] * count + sets[other] for one in range(len(sets)) for other in range(one)])
            for sets in (table.columns for table in self.choices)
        ]


@dataclass(frozen=True)
class Point:
    likelihood: Likelihood
    parameters: Floats
    strengths: Floats
    """Of each side."""
    chances: list[Floats]
    """For each table of choices: chance of each side, one column per set,"""
    logs: list[Floats]
    """and the logarithm of the sum of exponentials of each set."""

    def value(self) -> float:
        total = float(self.likelihood.collected @ self.strengths - self.likelihood.penalty @ self.parameters**2)
        return total - sum(float(table.counts @ log) for table, log in self._tables(self.logs))

    def slope(self) -> Floats:
        sums = self.likelihood.collected.copy()
        for table, chances in self._tables(self.chances):
            hopes = (table.counts * chances).ravel()
            sums -= table.sign * np.bincount(table.columns.ravel(), weights=hopes, minlength=len(sums))
        slope: Floats = self.likelihood.design.T @ sums - 2.0 * self.likelihood.penalty * self.parameters
        return slope

    def curvature(self) -> sparse.csr_array:
        """Minus the matrix of second derivatives: symmetric, no negative eigenvalues."""
        design = self.likelihood.design
        total = sparse.diags_array(2.0 * self.likelihood.penalty, format="csr")
        if len(self.strengths) <= DENSE_SIDES:
            return (total + design.T @ sparse.csr_array(self._dense_curvature()) @ design).tocsr()
        for table, chances, rows in self._chunks():
            sets, counts = table.columns[:, rows], table.counts[rows]
            entries = -(counts * chances)[:, None, :] * chances[None, :, :]
            places = np.arange(len(sets))
            entries[places, places] += counts * chances
            across = np.broadcast_to(sets[:, None, :], entries.shape).ravel()
            down = np.broadcast_to(sets[None, :, :], entries.shape).ravel()
            part = sparse.coo_array((entries.ravel(), (across, down)), shape=(len(self.strengths),) * 2).tocsr()
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
            products = [pull[one] * chances[other] for one in range(len(pull)) for other in range(one)]
            lower -= np.bincount(pairs, weights=np.concatenate(products), minlength=count * count)
        square = lower.reshape(count, count)
        return square + square.T + np.diag(diagonal)

    def blocks(self, block_count: int) -> BlockSlopes:
        """Slope of each block's games without the penalty, and how much was to be expected of it."""
        design = self.likelihood.design
        slopes, expected = (sparse.csr_array((block_count, len(self.strengths))) for _ in range(2))
        contrasts = np.zeros(block_count)
        for table, by_set in self._tables(self.chances):
            chances = by_set.T[table.block_set]
            counts = table.block_chosen.sum(axis=1, keepdims=True)
            surprise = table.sign * (table.block_chosen - counts * chances)
            sets = table.sets[table.block_set]
            places = np.repeat(table.block, sets.shape[1]), sets.ravel()
            slopes = slopes + sparse.coo_array((surprise.ravel(), places), shape=slopes.shape).tocsr()
            spread = counts * chances * (1.0 - chances)
            expected = expected + sparse.coo_array((spread.ravel(), places), shape=slopes.shape).tocsr()
            contrasts += (sets.shape[1] - 1) * np.bincount(table.block, minlength=block_count)
        penalty = self.likelihood.penalty
        return BlockSlopes((slopes @ design).tocsr(), (expected @ design.power(2)).tocsr(), contrasts, penalty)

    def _tables(self, values: list[Floats]) -> Iterator[tuple[Choices, Floats]]:
        return zip(self.likelihood.choices, values, strict=True)

    def _chunks(self) -> Iterator[tuple[Choices, Floats, slice]]:
        for table, chances in self._tables(self.chances):
            for start in range(0, len(table.sets), CHUNK):
                rows = slice(start, start + CHUNK)
                yield table, chances[:, rows], rows


def _shares(signed: Floats) -> tuple[Floats, Floats]:
    """(chance of each side, logarithm of the sum of exponentials) for sets in columns.

    Sets lie in columns because sums over four rows are several times quicker than sums over four columns.
    """
    top = signed[0]
    for other in signed[1:]:  # row by row: quicker than a reduction over the first axis
        top = np.maximum(top, other)
    odds = np.exp(signed - top)
    total = odds[0].copy()
    for other in odds[1:]:
        total += other
    return odds / total, np.log(total) + top
