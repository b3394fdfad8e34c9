"""What a game tells about the rating of one of its entrants, before it is played. Pure.

The unit is Fisher information per game, in natural logits: a rating known from games that told ``i`` together has a
standard error of about ``POINTS_PER_LOGIT / sqrt(i)``. Whoever chooses opponents divides it by what the game costs.
"""

import math
from collections.abc import Sequence

from engines import RankPolicy
from referee.ratings.scale import POINTS_PER_LOGIT

_BELIEF = ((-1.7320508, 1 / 6), (0.0, 2 / 3), (1.7320508, 1 / 6))
"""A rating that is not known well, as three points: exact for the mean of any polynomial up to the fifth degree."""


def information(policy: RankPolicy, rating: float, others: Sequence[float], error: float = 0.0) -> float:
    """Of one game about the entrant with this rating, averaged over what the rating may really be.

    >>> information(RankPolicy.FIRST_WINS, 1500, [1500])
    0.25
    >>> round(information(RankPolicy.LAST_LOSES, 1500, [1500, 1500, 1500]), 4)
    0.1875
    >>> information(RankPolicy.FIRST_WINS, 1500, [2500]) < 0.01
    True
    """
    if error == 0.0:
        return _known(policy, rating, others)
    return sum(weight * _known(policy, rating + step * error, others) for step, weight in _BELIEF)


def _known(policy: RankPolicy, rating: float, others: Sequence[float]) -> float:
    if policy is RankPolicy.FULL_ORDER:
        return _of_an_order(rating, others)
    # A loser is chosen among the weak as a winner is among the strong.
    sign = -1.0 if policy is RankPolicy.LAST_LOSES else 1.0
    return _of_a_choice([sign * (other - rating) / POINTS_PER_LOGIT for other in others])


def _of_a_choice(distances: Sequence[float]) -> float:
    """One of several is chosen; ``distances``: of the others to the entrant, in logits."""
    chance = 1.0 / (1.0 + sum(math.exp(min(distance, 500.0)) for distance in distances))
    return chance * (1.0 - chance)


def _of_an_order(rating: float, others: Sequence[float]) -> float:
    """Places are given one by one. Taken as if the strongest left first: the sum over all orders is not worth it."""
    left = sorted((other - rating) / POINTS_PER_LOGIT for other in others)
    total = 0.0
    while left:
        total += _of_a_choice(left)
        if left[-1] < 0.0:
            break  # the entrant itself is the strongest of those who are left, and leaves
        left.pop()
    return total


def needed(error: float) -> float:
    """Information that brings the standard error down to ``error`` rating points.

    >>> round(needed(40.0), 2)
    18.86
    """
    return (POINTS_PER_LOGIT / error) ** 2
