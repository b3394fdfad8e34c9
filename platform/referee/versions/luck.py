"""The lead of a version without the luck of the cards: a second line beside the test, which counts results alone.

Luck has mean zero for everybody, so what is left has the same mean as the result and often varies less. How much of it
somebody had is known after the game (``referee.analysis.line``), in chances to win; a test counts in points.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance

from bots.house.values import ValuesError, fitted_judge
from engines.errors import EngineError
from engines.variants import RankPolicy, Variant
from referee.analysis.line import line_of
from referee.ratings.lead import Lead
from referee.ratings.scale import Z95
from referee.ratings.sprt import EloEstimate
from referee.replay import Replay

LEAST_UNITS = 20
"""Fewer do not tell whether it varies less."""


@dataclass(frozen=True)
class Adjusted:
    """What units show without their luck."""

    units: int
    elo: EloEstimate
    variance_left: float
    """Of the score of a unit, as a share of the plain one's. Below one it helps."""

    @property
    def helps(self) -> bool:
        return self.variance_left < 1.0

    @property
    def factor(self) -> float:
        """As sure as so many times the games."""
        return 1 / self.variance_left


def knows_luck(played: Variant) -> bool:
    """Whether games of a variant have luck to be told, here: they need fitted values, and numpy for them."""
    try:
        return fitted_judge(played.slug) is not None
    except ValuesError:
        return False


def luck_of_sides(replay: Replay) -> list[float] | None:
    """In chances to win; None for a game that cannot be judged."""
    try:
        line = line_of(replay)
    except (EngineError, ValuesError):
        return None
    return line.luck if line.knows_luck else None


def luck_in_points(played: Variant, luck: float) -> float:
    """Points are the share of the other sides beaten. Where one place decides all others tie, so a whole chance is
    worth less than a point with more than two sides; where every place counts, it is a share of all points."""
    sides = len(played.sides)
    return luck * (sides / 2 if played.rank_policy is RankPolicy.FULL_ORDER else sides / (2 * (sides - 1)))


def adjusted(lead: Lead, scores: Sequence[float], lucks: Sequence[float]) -> Adjusted | None:
    """From the score of each unit and the luck in it: mean points a game of the new version less those of the old.

    None where too few units are known, or all of them are alike.
    """
    if len(scores) < LEAST_UNITS:
        return None
    left = [score - luck / 2 for score, luck in zip(scores, lucks, strict=True)]
    plain, spread = variance(scores), variance(left)
    if not plain or not spread:
        return None
    mean, reach = fmean(left), Z95 * math.sqrt(spread / len(left))
    low, high = lead.elo(mean - reach), lead.elo(mean + reach)
    margin = math.inf if math.isinf(low) or math.isinf(high) else (high - low) / 2
    return Adjusted(len(left), EloEstimate(lead.elo(mean), margin), spread / plain)
