"""How many blocks of a series to schedule next, so that an early stop never depends on the order of arrival.

Blocks are played side by side and end in any order. A series that stopped "as soon as it is settled" would stop
elsewhere on a faster machine. So it is scheduled in parts: each part is the least number of blocks after which the
series can be settled at all, and only then one looks.
"""

from collections.abc import Sequence
from fractions import Fraction


def next_part(scores: Sequence[Fraction], played: int, total: int, advancing: int, games: int, *, early: bool) -> int:
    """Blocks to play before looking again. `games` is the size of a block; `scores` are those after `played` blocks.

    >>> next_part([Fraction(0), Fraction(0)], 0, 5, 1, 2, early=True)
    3
    >>> next_part([Fraction(4), Fraction(2)], 3, 5, 1, 2, early=True)
    1
    >>> next_part([Fraction(0), Fraction(0)], 0, 5, 0, 2, early=True)
    5
    """
    left = total - played
    if not (early and advancing) or left <= 1:
        return left
    ordered = sorted(scores, reverse=True)
    lead = Fraction(ordered[advancing - 1] - ordered[advancing], games)
    # After k more blocks the lead is at most lead + k blocks, and left - k blocks can still be lost.
    return min(left, int((left - lead) // 2) + 1)
