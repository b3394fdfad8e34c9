"""Points of games as ratings and people see them; the arithmetic itself is the referee's.

A side earns ``P = (sides beaten + half the sides tied) / (n - 1)``. To stay exact, ``P`` travels as the integer
``2 * (n - 1) * P``, called units below.
"""

from collections.abc import Sequence
from functools import lru_cache

from engines.variants import RankPolicy
from referee import points as exact
from referee.ratings.errors import RatingInputError

MIN_SIDES = 2
MAX_SIDES = 12
"""Twice the seats of our largest game, and below the 15 bits that name seats with a fault (``table.FAULT``)."""

_ROUNDING = 1e-9
"""Of a mean of millions of games."""


@lru_cache(maxsize=16384)
def check_ranks(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks themselves if they are a competition ranking ("1224"), else ``RatingInputError``.

    >>> check_ranks((1, 2, 2, 4))
    (1, 2, 2, 4)
    """
    check_sides_count(len(ranks))
    try:
        exact.check_ranks(ranks)
    except ValueError as error:
        raise RatingInputError(str(error)) from error
    return ranks


def check_sides_count(sides: int) -> None:
    if not MIN_SIDES <= sides <= MAX_SIDES:
        raise RatingInputError(f"A game has {MIN_SIDES} to {MAX_SIDES} sides, not {sides}.")


def game_points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Units ``2 * (n - 1) * P`` of each side. They add up to ``n * (n - 1)``.

    >>> game_points([1, 2, 2, 2])
    (6, 2, 2, 2)
    """
    return exact.integer_points(check_ranks(tuple(ranks)))


def is_one_sided(policy: RankPolicy, sides: int, points: float) -> bool:
    """Whether these mean points are those of an entrant that lost every game, or won every one. Where one wins or one
    loses the others tie, so the ends are not always 0 and 1.

    >>> [is_one_sided(RankPolicy.FIRST_WINS, 3, points) for points in (0.25, 0.5, 1.0)]
    [True, False, True]
    >>> [is_one_sided(RankPolicy.LAST_LOSES, 3, points) for points in (0.0, 0.5, 0.75)]
    [True, False, True]
    """
    tied = (sides - 2) / (2 * (sides - 1))
    lowest = tied if policy is RankPolicy.FIRST_WINS else 0.0
    highest = 1.0 - tied if policy is RankPolicy.LAST_LOSES else 1.0
    return not lowest + _ROUNDING < points < highest - _ROUNDING
