"""Is the new version better? A sequential test on mirrored blocks (GSPRT), and the Elo that blocks show.

The test looks only after whole batches of blocks; looking after every game would count one deal many times.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from scipy.optimize import brentq

from referee.ratings.errors import RatingInputError
from referee.ratings.points import as_fraction
from referee.ratings.scale import POINTS_PER_LOGIT, Z95


def block_score(new: Sequence[int], old: Sequence[int], sides: int) -> Fraction:
    """Score of the new version in a block: one half plus half the mean lead. Points come in units (``points``).

    >>> block_score([2, 0], [0, 2], sides=2), block_score([6, 2], [2, 2], sides=4)
    (Fraction(1, 2), Fraction(2, 3))
    """
    if not new or len(new) != len(old):
        raise RatingInputError("Give both versions' points of every game of the block.")
    return Fraction(1, 2) + as_fraction(sum(new) - sum(old), sides) / len(new) / 2


@dataclass(frozen=True)
class BlockSample:
    """Scores of finished blocks, counted."""

    counts: Mapping[Fraction, int]

    @staticmethod
    def of(counts: Mapping[float, int] | Mapping[Fraction, int] | Mapping[float | Fraction, int]) -> "BlockSample":
        """From how often each score between 0 and 1 occurred."""
        pairs: list[tuple[float | Fraction, int]] = sorted(counts.items())
        exact = {Fraction(score): count for score, count in pairs if count}
        if not exact or min(exact.values()) < 0 or not all(0 <= score <= 1 for score in exact):
            raise RatingInputError("A sample needs at least one block, scores between 0 and 1 and no negative count.")
        return BlockSample(exact)

    @staticmethod
    def of_scores(scores: Iterable[float | Fraction]) -> "BlockSample":
        """From the scores one by one.

        >>> BlockSample.of_scores([0.5, 1, 0.5]).count
        3
        """
        counts: dict[Fraction, int] = {}
        for score in scores:
            counts[Fraction(score)] = counts.get(Fraction(score), 0) + 1
        return BlockSample.of(counts)

    @property
    def count(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        return float(self._mean())

    @property
    def variance(self) -> float:
        """Population variance of the block scores."""
        mean = self._mean()
        return float(sum((score - mean) ** 2 * times for score, times in self.counts.items()) / self.count)

    def _mean(self) -> Fraction:
        return Fraction(sum(score * times for score, times in self.counts.items()), self.count)


def score_at(elo: float, sides: int = 2) -> float:
    """Block score that a lead of ``elo`` points should bring. Three or more sides: to first order in the lead.

    >>> round(score_at(20), 6), round(score_at(20, sides=4), 6)
    (0.528751, 0.509594)
    """
    if sides < 2 or not abs(elo) <= 4000.0:
        raise RatingInputError(f"Name a lead within 4000 points and at least two sides, not {elo} and {sides}.")
    if sides == 2:
        return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))
    score = 0.5 + elo / (4.0 * POINTS_PER_LOGIT * (sides - 1))
    if not 0.0 < score < 1.0:
        raise RatingInputError(f"A lead of {elo} points among {sides} sides is beyond what a block score can show.")
    return score


def log_likelihood_ratio(sample: BlockSample, elo0: float, elo1: float, sides: int = 2) -> float:
    """Evidence for ``elo1`` against ``elo0`` under the normal approximation.

    >>> sample = BlockSample.of({0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1: 20})
    >>> round(log_likelihood_ratio(sample, 0, 20), 4)
    3.1172
    """
    s0, s1 = score_at(elo0, sides), score_at(elo1, sides)
    lead = sample.count * (s1 - s0) * (2.0 * sample.mean - s0 - s1)
    if sample.variance > 0.0:
        return lead / (2.0 * sample.variance)
    return 0.0 if abs(lead) < 1e-12 * sample.count else math.copysign(math.inf, lead)


def multinomial_log_likelihood_ratio(sample: BlockSample, elo0: float, elo1: float, sides: int = 2) -> float:
    """The same evidence without the normal approximation: the best distributions over the scores seen.

    >>> sample = BlockSample.of({0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1: 20})
    >>> round(multinomial_log_likelihood_ratio(sample, 0, 20), 4)
    3.0928
    """
    tilt0 = _tilt(sample, score_at(elo0, sides))
    tilt1 = _tilt(sample, score_at(elo1, sides))
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


@dataclass(frozen=True)
class EloEstimate:
    """Lead of the new version that the blocks show."""

    elo: float
    margin: float
    """Half the width of the 95 % interval; infinite when the interval touches a perfect score."""


def elo_of_blocks(sample: BlockSample) -> EloEstimate:
    """Elo of a two-sided match from its blocks.

    >>> estimate = elo_of_blocks(BlockSample.of({0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1: 20}))
    >>> round(estimate.elo, 2), round(estimate.margin, 2)
    (21.74, 17.07)
    """
    reach = Z95 * math.sqrt(sample.variance / sample.count)
    low, high = _elo(sample.mean - reach), _elo(sample.mean + reach)
    return EloEstimate(_elo(sample.mean), math.inf if math.isinf(low) or math.isinf(high) else (high - low) / 2.0)


def _elo(score: float) -> float:
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return -400.0 * math.log10(1.0 / score - 1.0)


class Verdict(Enum):
    BETTER = "better"
    NOT_BETTER = "not-better"
    GO_ON = "go-on"
    UNDECIDED = "undecided"
    """The cap on games is reached without a decision."""


@dataclass(frozen=True)
class VersionTest:
    """Settings of the sequential test."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """Chance to accept a version that is only ``elo0`` ahead."""
    beta: float = 0.05
    """Chance to reject one that is ``elo1`` ahead."""
    sides: int = 2
    min_blocks: int = 50
    max_games: int = 20_000

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise RatingInputError(f"The lead to be shown must exceed {self.elo0} points, not be {self.elo1}.")
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise RatingInputError("Both error rates lie between 0 and 0.5.")

    def bounds(self) -> tuple[float, float]:
        """(reject at or below, accept at or above).

        >>> [round(bound, 4) for bound in VersionTest().bounds()]
        [-2.9444, 2.9444]
        """
        return math.log(self.beta / (1.0 - self.alpha)), math.log((1.0 - self.beta) / self.alpha)

    def verdict(self, sample: BlockSample, games: int) -> Verdict:
        """What to do after a whole batch of blocks, ``games`` having been played in all.

        >>> sample = BlockSample.of({0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1: 20})
        >>> VersionTest().verdict(sample, games=640)
        <Verdict.BETTER: 'better'>
        """
        if sample.count >= self.min_blocks:
            reject, accept = self.bounds()
            evidence = log_likelihood_ratio(sample, self.elo0, self.elo1, self.sides)
            if evidence >= accept:
                return Verdict.BETTER
            if evidence <= reject:
                return Verdict.NOT_BETTER
        return Verdict.UNDECIDED if games >= self.max_games else Verdict.GO_ON
