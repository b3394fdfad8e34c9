"""A result as a list of choices, the one form in which the batch fit sees every rank policy.

``FIRST_WINS`` is one choice of a winner among all sides, ``LAST_LOSES`` one choice of a loser, ``FULL_ORDER`` a
choice of each place among the sides still left. Tied sides share the choice: the term is the average over the
orders in which the tie could have been broken. Weights are integers in units of ``1 / UNITS``, so sums over games
are exact and do not depend on the order of games.
"""

import math
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engines.variants import RankPolicy
from referee.ratings.points import MAX_SIDES, check_ranks

UNITS: Final = math.lcm(*range(1, MAX_SIDES + 1))
"""Shared places split a choice in whole parts: sums of integers are the same in every order."""


class Stage(NamedTuple):
    """One choice among some sides of a game."""

    sides: tuple[int, ...]
    """Numbers of the sides that could be chosen."""
    weights: tuple[int, ...]
    """How much of the choice each of them got, in units of ``1 / UNITS``."""


@lru_cache(maxsize=16384)
def stages(policy: RankPolicy, ranks: tuple[int, ...]) -> tuple[Stage, ...]:
    """The choices that a result consists of.

    >>> stages(RankPolicy.FIRST_WINS, (2, 1, 2)) == (Stage((0, 1, 2), (0, UNITS, 0)),)
    True
    >>> [stage.sides for stage in stages(RankPolicy.FULL_ORDER, (3, 1, 2))]
    [(0, 1, 2), (0, 2)]
    """
    check_ranks(ranks)
    if policy is RankPolicy.FULL_ORDER:
        return tuple(stage for rank in sorted(set(ranks)) for stage in _place(ranks, rank))
    decisive = 1 if policy is RankPolicy.FIRST_WINS else max(ranks)
    share = UNITS // ranks.count(decisive)
    return (Stage(tuple(range(len(ranks))), tuple(share if rank == decisive else 0 for rank in ranks)),)


def _place(ranks: tuple[int, ...], rank: int) -> list[Stage]:
    tied = [side for side, other in enumerate(ranks) if other == rank]
    left = [side for side, other in enumerate(ranks) if other >= rank]
    placed = []
    for gone_count in range(len(tied)):
        share = UNITS // (math.comb(len(tied), gone_count) * (len(tied) - gone_count))
        for gone in combinations(tied, gone_count):
            pool = tuple(side for side in left if side not in gone)
            if len(pool) > 1:
                placed.append(Stage(pool, tuple(share if side in tied else 0 for side in pool)))
    return placed
