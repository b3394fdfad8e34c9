"""Is the new version better? A sequential test on mirrored blocks (GSPRT), and the Elo that blocks show.

The test looks only after whole batches of blocks; looking after every game would count one deal many times.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from referee.ratings.errors import RatingInputError
from referee.ratings.lead import Lead
from referee.ratings.scale import Z95
from referee.words import t


def block_score(new: Fraction, old: Fraction) -> Fraction:
    """Score of the new version from the mean points of both in a block: one half plus half the lead.

    >>> block_score(Fraction(2, 3), Fraction(1, 3))
    Fraction(2, 3)
    """
    return Fraction(1, 2) + (new - old) / 2


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


def log_likelihood_ratio(sample: BlockSample, elo0: float, elo1: float, lead: Lead) -> float:
    """Evidence for ``elo1`` against ``elo0`` under the normal approximation.

    >>> from referee.ratings.lead import AtOneTable
    >>> sample = BlockSample.of({0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1: 20})
    >>> round(log_likelihood_ratio(sample, 0, 20, AtOneTable()), 4)
    3.1172
    """
    s0, s1 = lead.score(elo0), lead.score(elo1)
    excess = sample.count * (s1 - s0) * (2.0 * sample.mean - s0 - s1)
    if sample.variance > 0.0:
        return excess / (2.0 * sample.variance)
    return 0.0 if abs(excess) < 1e-12 * sample.count else math.copysign(math.inf, excess)


@dataclass(frozen=True)
class EloEstimate:
    """Lead of the new version that the blocks show."""

    elo: float
    margin: float
    """Half the width of the 95 % interval; infinite when the interval touches a perfect score."""


def elo_of_blocks(sample: BlockSample, lead: Lead) -> EloEstimate:
    """Elo that the blocks show.

    >>> from referee.ratings.lead import AtOneTable
    >>> estimate = elo_of_blocks(BlockSample.of({0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1: 20}), AtOneTable())
    >>> round(estimate.elo, 2), round(estimate.margin, 2)
    (21.74, 17.07)
    """
    reach = Z95 * math.sqrt(sample.variance / sample.count)
    low, high = lead.elo(sample.mean - reach), lead.elo(sample.mean + reach)
    return EloEstimate(lead.elo(sample.mean), math.inf if math.isinf(low) or math.isinf(high) else (high - low) / 2.0)


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
    min_blocks: int = 50
    max_games: int = 20_000

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise RatingInputError(
                t(
                    "The lead to be shown must exceed {low} points, not be {high}.",
                    low=f"{self.elo0:g}",
                    high=f"{self.elo1:g}",
                )
            )
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise RatingInputError(t("Both error rates lie between 0 and 0.5."))

    def bounds(self) -> tuple[float, float]:
        """(reject at or below, accept at or above).

        >>> [round(bound, 4) for bound in VersionTest().bounds()]
        [-2.9444, 2.9444]
        """
        return math.log(self.beta / (1.0 - self.alpha)), math.log((1.0 - self.beta) / self.alpha)

    def verdict(self, sample: BlockSample, games: int, lead: Lead) -> Verdict:
        """What to do after a whole batch of blocks, ``games`` having been played in all.

        >>> from referee.ratings.lead import AtOneTable
        >>> sample = BlockSample.of({0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1: 20})
        >>> VersionTest().verdict(sample, games=640, lead=AtOneTable())
        <Verdict.BETTER: 'better'>
        """
        if sample.count >= self.min_blocks:
            reject, accept = self.bounds()
            evidence = log_likelihood_ratio(sample, self.elo0, self.elo1, lead)
            if evidence >= accept:
                return Verdict.BETTER
            if evidence <= reject:
                return Verdict.NOT_BETTER
        return Verdict.UNDECIDED if games >= self.max_games else Verdict.GO_ON
