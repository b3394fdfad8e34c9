"""How strong the entrants may be: a belief about all of them together, and draws from it.

Ratings are estimates. Who looks best among many was also lucky, so estimates are drawn towards the middle of the
ladder by as much as their errors say (the posterior of a normal prior), jointly: errors of bots that met the same
opponents move together.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.ratings.scale import POINTS_PER_LOGIT

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
_LEAST_SPREAD: Final = 10.0
"""Rating points. A ladder of equals still has some difference; without it nobody would be best."""


@dataclass(frozen=True)
class Belief:
    """What is known about the strengths of a field, in rating points."""

    mean: Floats
    covariance: Floats

    def draw(self, count: int, rng: np.random.Generator) -> Floats:
        """``count`` possible worlds, one row each, in natural logits."""
        worlds: Floats = self.mean + rng.standard_normal((count, len(self.mean))) @ self._spread.T
        return np.asarray(worlds / POINTS_PER_LOGIT)

    @cached_property
    def _spread(self) -> Floats:
        """A root of the covariance: the same for every slice of a forecast."""
        values, vectors = np.linalg.eigh(self.covariance)
        return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))

    def take(self, order: Ints) -> "Belief":
        return Belief(self.mean[order], self.covariance[np.ix_(order, order)])


def believe(ratings: Floats, covariance: Floats, centre: float, spread: float) -> Belief:
    """From estimates (NaN: never rated) and their joint error to a belief, given how strengths on the ladder spread.

    >>> import numpy as np
    >>> found = believe(np.array([1700.0, np.nan]), np.diag([100.0**2, 0.0]), 1500.0, 100.0)
    >>> found.mean.round().tolist(), np.sqrt(found.covariance.diagonal()).round().tolist()
    ([1600.0, 1500.0], [71.0, 100.0])
    """
    spread = max(spread, _LEAST_SPREAD)
    known = np.flatnonzero(np.isfinite(ratings))
    mean = np.full(len(ratings), float(centre))
    joint = np.diag(np.full(len(ratings), spread**2))
    if len(known):
        prior = np.eye(len(known)) * spread**2
        pull = prior @ np.linalg.pinv(prior + covariance[np.ix_(known, known)], hermitian=True)
        mean[known] += pull @ (ratings[known] - centre)
        joint[np.ix_(known, known)] = prior - pull @ prior
    return Belief(mean, (joint + joint.T) / 2.0)


def ladder_spread(ratings: Floats, errors: Floats) -> tuple[float, float]:
    """Centre and spread of true strengths on a ladder: what is left of the ratings' spread without their errors."""
    if len(ratings) < 2:
        return (float(ratings.mean()) if len(ratings) else 1500.0), 150.0
    left = float(ratings.var(ddof=1) - np.mean(errors**2))
    return float(ratings.mean()), float(np.sqrt(max(left, _LEAST_SPREAD**2)))
