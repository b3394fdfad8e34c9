"""Points of a game or of a series, from ranks, in exact arithmetic.

A side scores the share of the other sides that it beat; a tie counts as half. The mean over the sides is one
half whatever the number of sides, so points of pods of different sizes may be added up. Ranks are competition
ranks ("1224"): lower is better, equal numbers are ties.
"""

from collections.abc import Sequence
from fractions import Fraction


def competition_ranks(scores: Sequence[Fraction | int]) -> tuple[int, ...]:
    """Rank scores, higher is better, equal scores sharing the better rank.

    >>> competition_ranks([7, 9, 7, 1])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def check_ranks(ranks: Sequence[int]) -> None:
    """Refuse anything that is not a competition ranking of at least two sides.

    >>> check_ranks([1, 2, 2, 4])
    >>> check_ranks([1, 2, 2, 3])
    Traceback (most recent call last):
    ...
    ValueError: (1, 2, 2, 3) is no competition ranking; did you mean (1, 2, 2, 4)?
    """
    if len(ranks) < 2:
        raise ValueError(f"{tuple(ranks)} ranks fewer than two sides; give one rank for each side")
    expected = competition_ranks([-rank for rank in ranks])
    if tuple(ranks) != expected:
        raise ValueError(f"{tuple(ranks)} is no competition ranking; did you mean {expected}?")


def integer_points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Points times 2(n - 1): what is stored, because it is exact. They always sum to n(n - 1).

    >>> integer_points([1, 2, 2, 2])
    (6, 2, 2, 2)
    """
    check_ranks(ranks)
    return tuple(2 * sum(other > rank for other in ranks) + sum(other == rank for other in ranks) - 1 for rank in ranks)


def points(ranks: Sequence[int]) -> tuple[Fraction, ...]:
    """Points between 0 and 1 for each side.

    >>> [str(p) for p in points([1, 1, 1, 4])]
    ['2/3', '2/3', '2/3', '0']
    """
    scale = 2 * (len(ranks) - 1)
    return tuple(Fraction(p, scale) for p in integer_points(ranks))
