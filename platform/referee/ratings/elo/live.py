"""Live Elo of one game, in all its forms. ``referee.ratings.elo.fold`` strings games together.

The three forms equal ordinary Elo at two sides. At larger tables ``FIRST_WINS`` and ``LAST_LOSES`` follow the slope of
the likelihood that the batch fit maximises; counting every pair with ties as halves would squeeze the scale instead.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engines.variants import RankPolicy
from referee.ratings.errors import RatingInputError
from referee.ratings.points import check_ranks, game_points
from referee.ratings.scale import POINTS_PER_LOGIT

_exp = math.exp


def total_of(values: Sequence[float]) -> float:
    """From left to right. Python 3.12 and later would add by ``sum`` more exactly, and the doubles of a ladder would
    depend on the version of Python that folded it."""
    total = 0.0
    for value in values:
        total += value
    return total


def expected(policy: RankPolicy, ratings: Sequence[float]) -> list[float]:
    """What each side is expected to collect: chance of winning, chance of losing, or mean share of beaten sides.

    >>> [round(share, 6) for share in expected(RankPolicy.FIRST_WINS, [1500, 1700])]
    [0.240253, 0.759747]
    """
    if policy is RankPolicy.FIRST_WINS:
        return _winning(ratings)
    return _losing(ratings) if policy is RankPolicy.LAST_LOSES else _beating(ratings)


def _winning(ratings: Sequence[float]) -> list[float]:
    top = max(ratings)
    odds = [_exp((rating - top) / POINTS_PER_LOGIT) for rating in ratings]
    total = total_of(odds)
    return [ratio / total for ratio in odds]


def _losing(ratings: Sequence[float]) -> list[float]:
    low = min(ratings)
    odds = [_exp((low - rating) / POINTS_PER_LOGIT) for rating in ratings]
    total = total_of(odds)
    return [ratio / total for ratio in odds]


def _beating(ratings: Sequence[float]) -> list[float]:
    others = len(ratings) - 1
    shares = []
    for mine in ratings:
        # The pair of a side with itself adds exactly one half.
        chances = [1.0 / (1.0 + _exp(min((theirs - mine) / POINTS_PER_LOGIT, 700.0))) for theirs in ratings]
        shares.append((total_of(chances) - 0.5) / others)
    return shares


def outcome(policy: RankPolicy, ranks: tuple[int, ...]) -> tuple[float, ...]:
    """What each side did collect, on the scale of ``expected``; tied winners or losers share.

    >>> outcome(RankPolicy.FIRST_WINS, (1, 1, 3)), outcome(RankPolicy.LAST_LOSES, (1, 1, 3))
    ((0.5, 0.5, 0.0), (0.0, 0.0, 1.0))
    """
    # One cache per policy: hashing an enumeration member for every game would cost more than the update itself.
    if policy is RankPolicy.FIRST_WINS:
        return _wins(ranks)
    return _losses(ranks) if policy is RankPolicy.LAST_LOSES else _beaten(ranks)


@lru_cache(maxsize=16384)
def _wins(ranks: tuple[int, ...]) -> tuple[float, ...]:
    return _shared(check_ranks(ranks), 1)


@lru_cache(maxsize=16384)
def _losses(ranks: tuple[int, ...]) -> tuple[float, ...]:
    return _shared(check_ranks(ranks), max(ranks))


@lru_cache(maxsize=16384)
def _beaten(ranks: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(units / (2.0 * (len(ranks) - 1)) for units in game_points(ranks))


def _shared(ranks: tuple[int, ...], decisive: int) -> tuple[float, ...]:
    sharing = ranks.count(decisive)
    return tuple(1.0 / sharing if rank == decisive else 0.0 for rank in ranks)


def surprise(policy: RankPolicy, ratings: Sequence[float], ranks: Sequence[int]) -> list[float]:
    """Change of each side's rating per unit of K: positive for a result better than expected.

    >>> [round(24 * each, 4) for each in surprise(RankPolicy.FIRST_WINS, [1700, 1600, 1500, 1400], (2, 2, 1, 2))]
    [-11.6709, -6.563, 20.3093, -2.0754]
    """
    collected = outcome(policy, tuple(ranks))
    if len(collected) != len(ratings):
        raise RatingInputError(f"Give one rating per rank, not {len(ratings)} ratings for {len(collected)} ranks.")
    foreseen = expected(policy, ratings)
    if policy is RankPolicy.LAST_LOSES:
        return [feared - suffered for feared, suffered in zip(foreseen, collected, strict=True)]
    return [won - hoped for won, hoped in zip(collected, foreseen, strict=True)]


def expected_points_of(policy: RankPolicy, ratings: NDArray[np.float64]) -> NDArray[np.float64]:
    """Expected game points ``P`` of each side, to hold against the score that an entrant really made.

    One row per game, one column per side.

    >>> expected_points_of(RankPolicy.LAST_LOSES, np.array([[1500.0, 1500.0, 1500.0]])).round(4).tolist()
    [[0.5, 0.5, 0.5]]
    """
    sides = ratings.shape[1]
    if policy is RankPolicy.FULL_ORDER:
        leads = (ratings[:, :, None] - ratings[:, None, :]) / POINTS_PER_LOGIT
        chances = (1.0 / (1.0 + np.exp(np.minimum(-leads, 700.0)))).sum(axis=2)
        return np.asarray((chances - 0.5) / (sides - 1))  # a side against itself adds one half
    signed = ratings if policy is RankPolicy.FIRST_WINS else -ratings
    odds = np.exp((signed - signed.max(axis=1, keepdims=True)) / POINTS_PER_LOGIT)
    shares = odds / odds.sum(axis=1, keepdims=True)
    if policy is RankPolicy.FIRST_WINS:
        beaten_only = (sides - 2) / (2.0 * (sides - 1))
        return np.asarray(shares + (1.0 - shares) * beaten_only)
    return np.asarray((1.0 - shares) * sides / (2.0 * (sides - 1)))
