"""What the blocks say beside the best fit: how far each of them pulls, and how far it should."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import sparse

from referee.ratings.fit.choices import Floats

_MOST_LEVERAGE: Final = 0.8
"""Of a block that alone decides somebody's rating nothing can be learned about spread; this keeps its weight finite."""


@dataclass(frozen=True)
class BlockSlopes:
    """One row per block, one column per entrant and then per role."""

    slopes: sparse.csr_array
    """Slope of the block's likelihood at the best fit."""
    expected: sparse.csr_array
    """Its variance if all games were independent."""
    contrasts: Floats
    """How many independent comparisons the results of the block make at most."""
    penalty: Floats

    def unbiased(self, entrants: int) -> sparse.csr_array:
        """Slopes as large as they would be if the block had not taken part in the fit that it is measured against.

        A fit follows its own data, the more the fewer blocks an entrant has, so slopes at the best fit are too small:
        by the root of one minus the share of the information about its members that the block itself brought. With
        two seats and b blocks each this is ``b / (b - 2)``, and twice the loss where four bots play as two pairs.
        """
        scale = 1.0 / np.sqrt(1.0 - self._leverage(entrants))
        slopes = self.slopes.copy()
        slopes.data = slopes.data * np.repeat(scale, np.diff(slopes.indptr))
        return slopes

    def _leverage(self, entrants: int) -> Floats:
        """Of each block, per comparison that it makes. Roles are left out: all blocks together know them well."""
        own = self.expected[:, :entrants].tocsr()
        total = own.sum(axis=0) + 2.0 * self.penalty[:entrants]
        shares = own.copy()
        shares.data = own.data / total[own.indices]
        members = np.diff(own.indptr)
        comparisons = np.maximum(np.minimum(self.contrasts, members - 1), 1.0)
        leverage: Floats = np.minimum(shares.sum(axis=1) / comparisons, _MOST_LEVERAGE)
        return leverage

    def gain(self, entrants: int) -> float | None:
        """How many independent games one game of a block is worth, as measured. None: nothing to measure.

        Above 1 replaying a deal in all seats cancels luck; below 1 the games of a block tell the same story twice.
        """
        measured = float(self.unbiased(entrants)[:, :entrants].power(2).sum())
        return float(self.expected[:, :entrants].sum()) / measured if measured > 0.0 else None
