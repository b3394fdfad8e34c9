"""Performance rating: the rating at which an entrant's result would have been expected, its opponents' taken as given.

The same likelihood as the ratings of ladders use, with one unknown: at a table where the first wins, the chance to win
is the entrant's share of the strengths; where the last loses, the chance to lose its share of their inverses; otherwise
the mean of its chances against each opponent. With two at the table all three are the ordinary Elo expectation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MOST_ABOVE = 800.0
"""Above or below the mean opponent, for who won or lost everything: the likelihood has no highest point there."""


class Deciding(StrEnum):
    FIRST_WINS = "first-wins"
    LAST_LOSES = "last-loses"
    FULL_ORDER = "full-order"


@dataclass(frozen=True)
class Table:
    """One series against the same opponents."""

    opponents: tuple[float, ...]
    """Their ratings."""
    score: float
    """Sum of the points of its games: the share of opponents that were beaten, a tie as half."""
    games: int
    deciding: Deciding = Deciding.FULL_ORDER


def performance(tables: Sequence[Table]) -> float | None:
    """None: nothing was played.

    >>> round(performance([Table((1500.0,), 0.75 * 20, 20)]), 2)
    1690.85
    """
    played = [table for table in tables if table.games > 0 and table.opponents]
    if not played:
        return None
    games = sum(table.games for table in played)
    middle = sum(table.games * sum(table.opponents) / len(table.opponents) for table in played) / games
    low, high = middle - MOST_ABOVE, middle + MOST_ABOVE
    won = sum(_won(table) for table in played)
    # Expectations grow with the rating, so halving finds the place where they meet the result.
    for _ in range(60):
        guess = (low + high) / 2
        low, high = (guess, high) if _expected(played, guess) < won else (low, guess)
    return (low + high) / 2


def _won(table: Table) -> float:
    """The score in the unit in which the likelihood counts: wins, games not lost, or points."""
    n = len(table.opponents) + 1
    if table.deciding is Deciding.FIRST_WINS:
        least = (n - 2) / (2 * (n - 1))  # points of those who did not win
        return max(0.0, (table.score - least * table.games) / (1 - least))
    if table.deciding is Deciding.LAST_LOSES:
        most = n / (2 * (n - 1))  # points of those who did not lose
        return min(float(table.games), table.score / most)
    return table.score


def _expected(tables: Sequence[Table], rating: float) -> float:
    return sum(table.games * _chance(table, rating) for table in tables)


def _chance(table: Table, rating: float) -> float:
    odds = [10 ** ((other - rating) / 400) for other in table.opponents]
    if table.deciding is Deciding.FIRST_WINS:
        return 1 / (1 + sum(odds))
    if table.deciding is Deciding.LAST_LOSES:
        return 1 - 1 / (1 + sum(1 / ratio for ratio in odds))
    return sum(1 / (1 + ratio) for ratio in odds) / len(odds)
