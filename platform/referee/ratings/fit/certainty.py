"""How sure is sure: the one place that turns standard errors into intervals and verdicts.

Two kinds of comparison, and they are not the same. One rating, or one pair that somebody asks about, gets Student's
factor. An order of a whole board compares everybody with everybody: among many equal bots some pair always looks
different, so ranks and tie groups use the larger, simultaneous factor (the studentised range).
"""

from functools import lru_cache
from typing import Final

import numpy as np
import scipy

from referee.ratings.fit.choices import Floats

CONFIDENCE: Final = 0.95
"""As usual. Ranks and ties hold together at this level: one board in twenty is wrong somewhere."""
FREEDOM_PER_BLOCK: Final = 4.0
"""Degrees of freedom of a variance, per block that tells of it (``BlockPulls.evidence``). Results of blocks are bounded
and spread less wildly than normal ones, so their variance is known better than one degree per block would say: with
that, intervals of 10 blocks covered up to 97.5 %. ``tests/ratings/test_coverage.py`` holds it."""
FREEDOM_OF_A_PAIR: Final = 1.5
"""A difference is measured on the blocks of two bots, some of which they share."""
LEAST_FREEDOM: Final = 2.0
"""With one or two blocks nothing is known of the spread; the interval is wide then, but finite."""
_RATIOS: Final = 1.0 / np.array([np.inf, 480, 240, 120, 60, 30, 20, 14, 10, 7, 5, 4, 3, LEAST_FREEDOM])
"""1 / degrees at which the simultaneous factor is tabulated: between them it runs almost straight."""
_NODES: Final = 160
"""The factor is exact to six digits: with 80 the seventh changes, with 40 the fourth."""


def freedom(evidence: Floats | float) -> Floats:
    """Degrees of freedom of what so many blocks tell, each counted by what the fit has not taken out of it.

    >>> freedom(10.0).item(), freedom(0.5).item()
    (40.0, 2.0)
    """
    return np.maximum(FREEDOM_PER_BLOCK * np.asarray(evidence, dtype=np.float64), LEAST_FREEDOM)


def evidence_of_duels(blocks: int) -> float:
    """What so many blocks of two bots tell, when all bots played as many.

    >>> round(evidence_of_duels(10), 2), round(evidence_of_duels(100), 2)
    (5.12, 94.12)
    """
    return blocks * (1.0 - 2.0 / blocks) ** 3


def shared_freedom(one: Floats, other: Floats) -> Floats:
    """Of a difference: the harmonic mean stays near the one that is known worse."""
    return FREEDOM_OF_A_PAIR * 2.0 / (1.0 / one + 1.0 / other)


def pairwise(degrees: Floats | float) -> Floats:
    """Student's factor: 1.96 standard errors with many blocks, more with few.

    >>> [round(float(pairwise(degrees)), 3) for degrees in (5, 30, 1e6)]
    [2.571, 2.042, 1.96]
    """
    factor: Floats = scipy.special.stdtrit(degrees, (1.0 + CONFIDENCE) / 2.0)
    return factor


def margin(standard_error: float, evidence: float) -> float:
    """Half-width of the 95 % interval of a rating, or of the worth of a role.

    >>> round(margin(10.0, evidence_of_duels(10)), 2), round(margin(10.0, evidence_of_duels(1000)), 2)
    (20.83, 19.61)
    """
    return float(pairwise(freedom(evidence))) * standard_error


class Simultaneous:
    """The factor for all comparisons of a board at once: the chance that any of them errs stays at 5 %.

    >>> [round(float(Simultaneous(bots).factor(1e9)), 3) for bots in (2, 5, 20, 100, 1000)]
    [1.96, 2.728, 3.544, 4.302, 5.211]
    """

    def __init__(self, bots: int) -> None:
        self._table = _table(_rounded_up(max(bots, 2)))

    def factor(self, degrees: Floats | float) -> Floats:
        """In standard errors of the difference."""
        factor: Floats = np.interp(1.0 / np.asarray(degrees), _RATIOS, self._table)
        return factor


def _rounded_up(bots: int) -> int:
    """To two digits: a board that grows by one needs no new table, and the factor errs on the careful side."""
    step: int = 10 ** max(len(str(bots)) - 2, 0)
    return -(-bots // step) * step


@lru_cache(maxsize=256)
def _table(bots: int) -> Floats:
    """Studentised range over the root of two, for each of ``_RATIOS``."""
    factors: Floats = np.array([_solve(bots, float(ratio)) for ratio in _RATIOS]) / np.sqrt(2.0)
    return factors


def _solve(bots: int, ratio: float) -> float:
    return float(scipy.optimize.brentq(lambda width: _covered(width, bots, ratio) - CONFIDENCE, 1.0, 60.0, xtol=1e-6))


def _covered(width: float, bots: int, ratio: float) -> float:
    """Chance that ``bots`` independent normal values, divided by one estimated spread, lie within ``width``."""
    if ratio == 0.0:
        return float(_range_chances(np.array([width]), bots)[0])
    scales, weights = _spreads(ratio)
    return float(weights @ _range_chances(width * scales, bots))


def _range_chances(widths: Floats, bots: int) -> Floats:
    """Chance that the range of standard normal values stays below each of the widths."""
    lowest, step = np.linspace(-9.0, 6.0, _NODES, retstep=True)
    density = np.exp(-(lowest**2) / 2.0) / np.sqrt(2.0 * np.pi)
    inside = scipy.special.ndtr(lowest[None, :] + widths[:, None]) - scipy.special.ndtr(lowest)[None, :]
    chances: Floats = bots * (inside ** (bots - 1) @ density) * step
    return np.minimum(chances, 1.0)


@lru_cache(maxsize=64)
def _spreads(ratio: float) -> tuple[Floats, Floats]:
    """Estimated over true spread with ``1 / ratio`` degrees: values and their weights, adding up to one."""
    degrees = 1.0 / ratio
    reach = 6.0 * np.sqrt(ratio / 2.0)
    scales = np.linspace(max(1.0 - reach, 1e-6), 1.0 + reach, 96)
    logs = (degrees - 1.0) * np.log(scales) - degrees * scales**2 / 2.0 - scipy.special.gammaln(degrees / 2.0)
    weights = np.exp(logs - logs.max())
    return scales, weights / weights.sum()
