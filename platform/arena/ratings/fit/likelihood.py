"""The penalised likelihood of the batch fit with its slope and curvature, in terms of entrants and roles."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from arena.ratings.fit.blocks import BlockSlopes
from arena.ratings.fit.choices import Choices, Floats

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

    def value(self, parameters: Floats) -> float:
        strengths = self.design @ parameters
        total = -float(self.penalty @ parameters**2)
        for table in self.choices:
            signed = table.sign * strengths[table.sets.T]
            total += float((table.chosen.T * signed).sum() - table.chosen.sum(axis=1) @ _shares(signed)[1])
        return total

    def slope(self, parameters: Floats) -> Floats:
        strengths = self.design @ parameters
        sums = np.zeros(len(strengths))
        for table in self.choices:
            chances = _shares(table.sign * strengths[table.sets.T])[0]
            surprise = table.sign * (table.chosen.T - table.chosen.sum(axis=1) * chances)
            sums += np.bincount(table.sets.T.ravel(), weights=surprise.ravel(), minlength=len(sums))
        slope: Floats = self.design.T @ sums - 2.0 * self.penalty * parameters
        return slope

    def curvature(self, parameters: Floats) -> sparse.csr_array:
        """Minus the matrix of second derivatives: symmetric, no negative eigenvalues."""
        strengths = self.design @ parameters
        total = sparse.diags_array(2.0 * self.penalty, format="csr")
        if len(strengths) <= DENSE_SIDES:
            return (total + self.design.T @ sparse.csr_array(self._dense_curvature(strengths)) @ self.design).tocsr()
        for table, rows in self._chunks():
            sets = table.sets[rows].T
            chances = _shares(table.sign * strengths[sets])[0]
            counts = table.chosen[rows].sum(axis=1)
            entries = -(counts * chances)[:, None, :] * chances[None, :, :]
            places = np.arange(len(sets))
            entries[places, places] += counts * chances
            across = np.broadcast_to(sets[:, None, :], entries.shape).ravel()
            down = np.broadcast_to(sets[None, :, :], entries.shape).ravel()
            part = sparse.coo_array((entries.ravel(), (across, down)), shape=(len(strengths),) * 2).tocsr()
            total = total + self.design.T @ part @ self.design
        return total.tocsr()

    def _dense_curvature(self, strengths: Floats) -> Floats:
        """Of sides, summed in place: many sets fall on the same few pairs, and sorting them first would cost more."""
        count = len(strengths)
        lower, diagonal = np.zeros(count * count), np.zeros(count)
        for table in self.choices:
            sets = table.sets.T
            chances = _shares(table.sign * strengths[sets])[0]
            counts = table.chosen.sum(axis=1)
            for one in range(len(sets)):
                pull = counts * chances[one]
                diagonal += np.bincount(sets[one], weights=pull * (1.0 - chances[one]), minlength=count)
                for other in range(one):
                    pairs = sets[one] * count + sets[other]
                    lower -= np.bincount(pairs, weights=pull * chances[other], minlength=count * count)
        square = lower.reshape(count, count)
        return square + square.T + np.diag(diagonal)

    def blocks(self, parameters: Floats, block_count: int) -> BlockSlopes:
        """Slope of each block's games without the penalty, and how much was to be expected of it."""
        strengths = self.design @ parameters
        slopes, expected = (sparse.csr_array((block_count, len(strengths))) for _ in range(2))
        contrasts = np.zeros(block_count)
        for table in self.choices:
            chances = _shares(table.sign * strengths[table.sets.T])[0].T[table.block_set]
            counts = table.block_chosen.sum(axis=1, keepdims=True)
            surprise = table.sign * (table.block_chosen - counts * chances)
            sets = table.sets[table.block_set]
            places = np.repeat(table.block, sets.shape[1]), sets.ravel()
            slopes = slopes + sparse.coo_array((surprise.ravel(), places), shape=slopes.shape).tocsr()
            spread = counts * chances * (1.0 - chances)
            expected = expected + sparse.coo_array((spread.ravel(), places), shape=slopes.shape).tocsr()
            contrasts += (sets.shape[1] - 1) * np.bincount(table.block, minlength=block_count)
        return BlockSlopes(
            (slopes @ self.design).tocsr(), (expected @ self.design.power(2)).tocsr(), contrasts, self.penalty
        )

    def _chunks(self) -> Iterator[tuple[Choices, slice]]:
        for table in self.choices:
            for start in range(0, len(table.sets), CHUNK):
                yield table, slice(start, start + CHUNK)


def _shares(signed: Floats) -> tuple[Floats, Floats]:
    """(chance of each side, logarithm of the sum of exponentials) for sets in columns.

    Sets lie in columns because sums over four rows are several times quicker than sums over four columns.
    """
    top = signed.max(axis=0)
    odds = np.exp(signed - top)
    total = odds.sum(axis=0)
    return odds / total, np.log(total) + top
