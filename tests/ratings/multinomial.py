"""The evidence of a test of versions without the normal approximation: what the shipped form is compared with."""

import math
from fractions import Fraction

from scipy.optimize import brentq

from referee.ratings.errors import RatingInputError
from referee.ratings.lead import Lead
from referee.ratings.sprt import BlockSample


def multinomial_log_likelihood_ratio(sample: BlockSample, elo0: float, elo1: float, lead: Lead) -> float:
    """The same evidence without the normal approximation: the best distributions over the scores seen.

    >>> sample = BlockSample.of({0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1: 20})
    >>> round(multinomial_log_likelihood_ratio(sample, 0, 20, AtOneTable()), 4)
    3.0928
    """
    tilt0 = _tilt(sample, lead.score(elo0))
    tilt1 = _tilt(sample, lead.score(elo1))
    return math.fsum(times * (tilt0[score] - tilt1[score]) for score, times in sample.counts.items())


def _tilt(sample: BlockSample, target: float) -> dict[Fraction, float]:
    """log of (share seen / share in the likeliest distribution with the mean ``target``), per score."""
    offsets = {score: float(score) - target for score in sample.counts}
    low, high = min(offsets.values()), max(offsets.values())
    if not low < 0.0 < high:
        raise RatingInputError(
            "The exact form needs block scores on both sides of each hypothesis; wait for more blocks or use the "
            "normal form."
        )

    def excess(t: float) -> float:
        return math.fsum(times * off / (1.0 + t * off) for off, times in zip(offsets.values(), counts, strict=True))

    counts = list(sample.counts.values())
    margin = 1e-12
    solution = brentq(excess, -(1.0 - margin) / high, (1.0 - margin) / -low, xtol=1e-15, rtol=8.9e-16)
    return {score: math.log1p(solution * offset) for score, offset in offsets.items()}
