"""The penalised likelihood of the batch fit with its slope and curvature, in terms of entrants and roles."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.special import logsumexp, softmax

from arena.ratings.choices import Choices, Floats

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
            signed = table.sign * strengths[table.sets]
            total += float((table.chosen * signed).sum() - table.chosen.sum(axis=1) @ logsumexp(signed, axis=1))
        return total

    def slope(self, parameters: Floats) -> Floats:
        strengths = self.design @ parameters
        sums = np.zeros(len(strengths))
        for table in self.choices:
            chances = softmax(table.sign * strengths[table.sets], axis=1)
            surprise = table.sign * (table.chosen - table.chosen.sum(axis=1, keepdims=True) * chances)
            sums += np.bincount(table.sets.ravel(), weights=surprise.ravel(), minlength=len(sums))
        slope: Floats = self.design.T @ sums - 2.0 * self.penalty * parameters
        return slope

    def curvature(self, parameters: Floats) -> sparse.csr_array:
        """Minus the matrix of second derivatives: symmetric, no negative eigenvalues."""
        strengths = self.design @ parameters
        total = sparse.diags_array(2.0 * self.penalty, format="csr")
        for table, rows in self._chunks():
            sets = table.sets[rows]
            chances = softmax(table.sign * strengths[sets], axis=1)
            counts = table.chosen[rows].sum(axis=1)
            entries = -counts[:, None, None] * chances[:, :, None] * chances[:, None, :]
            places = np.arange(sets.shape[1])
            entries[:, places, places] += counts[:, None] * chances
            across = np.broadcast_to(sets[:, :, None], entries.shape).ravel()
            down = np.broadcast_to(sets[:, None, :], entries.shape).ravel()
            part = sparse.coo_array((entries.ravel(), (across, down)), shape=(len(strengths),) * 2).tocsr()
            total = total + self.design.T @ part @ self.design
        return total.tocsr()

    def block_slopes(self, parameters: Floats, block_count: int) -> sparse.csr_array:
        """Slope of each block's games without the penalty; one row per block."""
        strengths = self.design @ parameters
        total = sparse.csr_array((block_count, len(strengths)))
        for table in self.choices:
            chances = softmax(table.sign * strengths[table.sets], axis=1)[table.block_set]
            counts = table.block_chosen.sum(axis=1, keepdims=True)
            surprise = table.sign * (table.block_chosen - counts * chances)
            sets = table.sets[table.block_set]
            rows = np.repeat(table.block, sets.shape[1])
            total = total + sparse.coo_array((surprise.ravel(), (rows, sets.ravel())), shape=total.shape).tocsr()
        return (total @ self.design).tocsr()

    def _chunks(self) -> Iterator[tuple[Choices, slice]]:
        for table in self.choices:
            for start in range(0, len(table.sets), CHUNK):
                yield table, slice(start, start + CHUNK)
