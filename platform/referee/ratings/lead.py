"""What a lead in Elo means in the score of a block, and back.

The score of a block is one half plus half the mean lead in points of the new version over the old one. How large it is
at a given Elo depends on how the two meet: at one table, or each in the same seats against the same field.
"""

import math
from dataclasses import dataclass
from typing import Protocol

from engines import RankPolicy
from referee.ratings.errors import RatingInputError
from referee.ratings.scale import POINTS_PER_LOGIT
from referee.words import t

_FARTHEST = 4000.0
"""Odds of ten thousand million to one: whoever names more has mistyped."""
_RARE = 0.02
"""A version that wins or loses more often than 98 of 100 games against its field shows next to nothing of its
strength; the slope is held at what it is there, or noise would look like thousands of points."""


class Lead(Protocol):
    """The relation of a lead in Elo and the score of a block."""

    def score(self, elo: float) -> float: ...

    def elo(self, score: float) -> float: ...


@dataclass(frozen=True)
class AtOneTable:
    """Both versions play in the same games. Three or more sides: to first order in the lead."""

    sides: int = 2
    policy: RankPolicy = RankPolicy.FIRST_WINS

    def __post_init__(self) -> None:
        if self.sides < 2:
            raise RatingInputError(f"Two versions need at least two sides, not {self.sides}.")

    @property
    def _slope(self) -> float:
        """Score per point of Elo: one place decides, or all of them."""
        places = self.sides / 2.0 if self.policy is RankPolicy.FULL_ORDER else 1.0
        return places / (4.0 * POINTS_PER_LOGIT * (self.sides - 1))

    def score(self, elo: float) -> float:
        """
        >>> round(AtOneTable().score(20), 6), round(AtOneTable(sides=4).score(20), 6)
        (0.528751, 0.509594)
        """
        _check(elo)
        if self.sides == 2:
            return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))
        return _possible(0.5 + elo * self._slope, elo)

    def elo(self, score: float) -> float:
        """
        >>> round(AtOneTable().elo(0.53125), 2), AtOneTable().elo(1.0)
        (21.74, inf)
        """
        if self.sides > 2:
            return (score - 0.5) / self._slope
        if not 0.0 < score < 1.0:
            return math.copysign(math.inf, score - 0.5)
        return -400.0 * math.log10(1.0 / score - 1.0)


@dataclass(frozen=True)
class InTheSameSeats:
    """Each version plays the same deals in the same seats against the same field, in games of its own."""

    level: float
    """Mean points of both versions together: near 0 or 1 the field is no match and a lead hardly shows."""
    sides: int = 2
    policy: RankPolicy = RankPolicy.FIRST_WINS

    @property
    def _slope(self) -> float:
        """Half of what a point of Elo adds to a version's points at this level.

        The place that decides is taken with the chance ``share``, and a logit more adds ``share * (1 - share)`` to it.
        """
        worth = self.sides / (2.0 * (self.sides - 1))  # points between taking that place and not taking it
        if self.policy is RankPolicy.FULL_ORDER:
            share, worth = self.level, 1.0
        elif self.policy is RankPolicy.LAST_LOSES:
            share = 1.0 - self.level / worth
        else:
            share = (self.level - (1.0 - worth)) / worth
        share = min(max(share, _RARE), 1.0 - _RARE)
        return share * (1.0 - share) * worth / POINTS_PER_LOGIT / 2.0

    def score(self, elo: float) -> float:
        """
        >>> round(InTheSameSeats(0.5).score(20), 6), round(InTheSameSeats(0.9).score(20), 6)
        (0.514391, 0.505181)
        """
        _check(elo)
        return _possible(0.5 + elo * self._slope, elo)

    def elo(self, score: float) -> float:
        return (score - 0.5) / self._slope


def _check(elo: float) -> None:
    if not abs(elo) <= _FARTHEST:
        raise RatingInputError(
            t("Name a lead within {most} points, not {lead}.", most=round(_FARTHEST), lead=f"{elo:g}")
        )


def _possible(score: float, elo: float) -> float:
    if not 0.0 < score < 1.0:
        raise RatingInputError(
            t("A lead of {lead} points is beyond what the score of a block can show here.", lead=f"{elo:g}")
        )
    return score
