"""Linear systems of the batch fit: exact below ``DENSE_LIMIT`` parameters, conjugate gradients above.

The curvature of 10,000 entrants as a full matrix is 800 MB and minutes of factorising; as a sparse one it is a few
megabytes, and the penalty keeps it well-conditioned enough for conjugate gradients.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import scipy

from referee.ratings.errors import FitError
from referee.ratings.fit.choices import Floats
from referee.ratings.fit.columns import Ints
from referee.ratings.fit.likelihood import Matrix

DENSE_LIMIT: Final = 2000
"""Up to here a matrix of 32 MB, factored in about a second. Twice as many take eight times the work and four times the
memory, while the sparse way grows with the games that were played."""
TOLERANCE: Final = 1e-12
"""Relative, and well below ``newton.SETTLED``."""
MAX_ROUNDS: Final = 20_000
"""Ends what does not converge: without rounding, as many rounds as there are parameters would do."""


class DenseSolver:
    """Cholesky. Without a penalty every group of connected entrants may be shifted freely, so that direction, which
    no difference of ratings can see, is pinned."""

    def __init__(self, curvature: Matrix, groups: Ints) -> None:
        matrix: Floats = curvature.toarray() if isinstance(curvature, scipy.sparse.csr_array) else curvature
        scale = max(float(matrix.diagonal().max(initial=0.0)), 1e-300)
        for group in range(int(groups.max(initial=-1)) + 1):
            members = np.flatnonzero(groups == group)
            matrix[np.ix_(members, members)] += scale / len(members)
        try:
            # Turned round, which is the same matrix, it lies as LAPACK wants it and is not copied.
            self._factor = scipy.linalg.cho_factor(matrix.T, overwrite_a=True, check_finite=False)
        except scipy.linalg.LinAlgError as error:
            raise FitError(
                "The games do not tell some entrants or roles apart (e.g. two bots that only ever played as "
                "partners). Fit with alpha above 0, or leave the role out."
            ) from error

    def solve(self, right: Floats) -> Floats:
        solution: Floats = scipy.linalg.cho_solve(self._factor, right, check_finite=False)
        return solution

    def inverse(self) -> Floats:
        """Of the curvature: a third of the work of solving for every unit vector."""
        factor, is_lower = self._factor
        if not len(factor):
            return np.zeros((0, 0))  # LAPACK refuses it
        half, _ = scipy.linalg.lapack.dpotri(factor, lower=is_lower)
        # LAPACK's columns are numpy's rows.
        half = np.triu(half.T) if is_lower else np.tril(half.T)
        whole: Floats = half + half.T
        whole[np.diag_indices(len(whole))] /= 2.0
        return whole


class SparseSolver:
    """Conjugate gradients, scaled by the diagonal, all columns side by side."""

    def __init__(self, curvature: Matrix) -> None:
        self._matrix = curvature
        diagonal = curvature.diagonal()
        self._scale = 1.0 / np.where(diagonal > 0.0, diagonal, 1.0)

    def solve(self, right: Floats) -> Floats:
        columns = right.reshape(len(right), -1)
        scale = self._scale[:, None]
        solution = np.zeros_like(columns)
        rest = columns.copy()
        direction = scale * rest
        size = (rest * direction).sum(axis=0)
        goal = size * TOLERANCE**2
        for _ in range(MAX_ROUNDS):
            if np.all(size <= goal):
                return solution.reshape(right.shape)
            image = self._matrix @ direction
            bend = (direction * image).sum(axis=0)
            step = np.divide(size, bend, out=np.zeros_like(size), where=bend > 0.0)
            solution += step * direction
            rest -= step * image
            scaled = scale * rest
            grown = (rest * scaled).sum(axis=0)
            direction = scaled + np.divide(grown, size, out=np.zeros_like(size), where=size > 0.0) * direction
            size = grown
        raise FitError("The fit did not settle. Fit with a larger alpha.")


def solver_for(curvature: Matrix, groups: Ints, *, is_penalised: bool, dense_limit: int) -> DenseSolver | SparseSolver:
    """``groups`` numbers the connected entrants; parameters beyond its length are roles."""
    if curvature.shape[0] > dense_limit:
        return SparseSolver(curvature)
    return DenseSolver(curvature, np.empty(0, dtype=np.int64) if is_penalised else groups)
