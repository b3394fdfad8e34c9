"""How sure the fit is: the sandwich ``H^-1 (sum of g g' over blocks) H^-1`` in one of two forms.

Up to ``solve.DENSE_LIMIT`` parameters it is the full matrix. Above, it is a set of random draws: each draw gives every
block a random sign and asks how far the ratings would move. Their mean square is the sandwich exactly; 1,024 draws
estimate a standard error with a relative error of about 2 %.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

import numpy as np
import scipy

from referee.ratings.errors import RatingInputError
from referee.ratings.fit.choices import Floats
from referee.ratings.fit.columns import Ints
from referee.ratings.fit.solve import DenseSolver, SparseSolver

DRAWS: Final = 1024
"""A variance from so many draws has a relative error of the root of 2/1024: 4 %, or 2 % of an interval's width."""
_DRAWS_AT_ONCE: Final = 64
"""The bits of one random word are the signs of one block in so many draws."""
_STRIP: Final = 128
"""Rows of a product: enough to keep the processor's units busy, few enough to leave out most of the upper half."""
_SEED: Final = 20_480
"""Any fixed number would do; another one moves every interval by a few hundredths of its width."""


class Covariance(Protocol):
    """Joint uncertainty of some ratings, in squared rating points."""

    def variances(self) -> Floats: ...

    def difference_variances(self, rows: Ints, columns: Ints) -> Floats:
        """Variance of rating ``i`` minus rating ``j`` for all i in rows and j in columns."""

    def take(self, entrants: Ints) -> Covariance:
        """The same for a part of the entrants, in the order given."""


@dataclass(frozen=True, eq=False)
class FullCovariance:
    matrix: Floats

    @staticmethod
    def of(rows: Sequence[Sequence[float]] | Floats) -> FullCovariance:
        """From plain numbers, with a check that it can be a covariance matrix."""
        matrix = np.asarray(rows, dtype=np.float64)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not np.isfinite(matrix).all():
            raise RatingInputError("A covariance matrix is square and has finite entries.")
        if not np.allclose(matrix, matrix.T, rtol=1e-6, atol=1e-9) or (matrix.diagonal() < 0.0).any():
            raise RatingInputError("A covariance matrix is symmetric, with no negative entry on its diagonal.")
        return FullCovariance(matrix)

    def variances(self) -> Floats:
        return np.maximum(self.matrix.diagonal(), 0.0)

    def difference_variances(self, rows: Ints, columns: Ints) -> Floats:
        own = self.matrix.diagonal()
        variances: Floats = own[rows][:, None] + own[columns][None, :] - 2.0 * self.matrix[np.ix_(rows, columns)]
        return np.maximum(variances, 0.0)

    def take(self, entrants: Ints) -> FullCovariance:
        if np.array_equal(entrants, np.arange(len(self.matrix))):
            return self
        return FullCovariance(
            self.matrix.take(entrants, 0).take(entrants, 1)
        )  # several times quicker than both at once


@dataclass(frozen=True, eq=False)
class DrawnCovariance:
    draws: Floats
    """One row per entrant, one column per draw."""

    @cached_property
    def _own(self) -> Floats:
        variances: Floats = (self.draws**2).mean(axis=1)
        return variances

    def variances(self) -> Floats:
        return self._own

    def difference_variances(self, rows: Ints, columns: Ints) -> Floats:
        own = self._own
        shared = self.draws[rows] @ self.draws[columns].T / self.draws.shape[1]
        variances: Floats = own[rows][:, None] + own[columns][None, :] - 2.0 * shared
        return np.maximum(variances, 0.0)

    def take(self, entrants: Ints) -> DrawnCovariance:
        return DrawnCovariance(self.draws[entrants])


def full_sandwich(meat: Floats, solver: DenseSolver, contrast: Callable[[Floats], Floats]) -> FullCovariance:
    """The exact matrix for the combinations of parameters that ``contrast`` makes of rows of parameters.

    ``meat``: sum over the blocks of each one's slope times itself.
    """
    bread = contrast(solver.inverse())
    return FullCovariance(_symmetric(bread @ meat, bread))


def _symmetric(left: Floats, right: Floats) -> Floats:
    """``left @ right.T`` where that is the same on both sides of its diagonal: nearly half of the work is saved."""
    whole = np.empty((len(left), len(right)))
    for start in range(0, len(left), _STRIP):
        strip = slice(start, start + _STRIP)
        part = left[strip] @ right[: strip.stop].T
        whole[strip, :start] = part[:, :start]
        whole[:start, strip] = part[:, :start].T
        whole[strip, strip] = (part[:, start:] + part[:, start:].T) / 2.0
    return whole


def drawn_sandwich(
    block_slopes: Sequence[scipy.sparse.csr_array], solver: SparseSolver, contrast: Callable[[Floats], Floats]
) -> DrawnCovariance:
    """Random draws with the same covariance. The signs are fixed, so the result repeats to the last bit."""
    # Raw words of a counter-based generator stay the same in all versions of numpy; its distributions may not.
    source = np.random.Philox(key=_SEED)
    drawn = np.empty((block_slopes[0].shape[1], DRAWS))
    for first in range(0, DRAWS, _DRAWS_AT_ONCE):
        pushed = np.zeros((len(drawn), _DRAWS_AT_ONCE))
        for slopes in block_slopes:
            words = source.random_raw(slopes.shape[0]).astype("<u8").view(np.uint8).reshape(-1, 8)
            pushed += slopes.T @ (2.0 * np.unpackbits(words, axis=1) - 1.0)
        drawn[:, first : first + _DRAWS_AT_ONCE] = contrast(solver.solve(pushed))
    return DrawnCovariance(drawn)
