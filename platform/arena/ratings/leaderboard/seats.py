"""Does a seat win more than its share, and does that differ between entrants?

An uneven game is normal and cancels in blocks. An alarm is due when, with every entrant in every seat equally often,
entrants profit from seats differently: then something other than the rules favours somebody.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

import numpy as np
import scipy

from engines.variants import RankPolicy
from referee.ratings.errors import RatingInputError
from referee.ratings.games import Entrant
from referee.ratings.table import Form, Table

ALARM_LEVEL: Final = 0.001
"""Chance of a false alarm; the check runs often and for many variants."""
MIN_EXPECTED: Final = 5.0
"""Smallest expected count for which the chi-square distribution can be trusted."""


@dataclass(frozen=True)
class ChiSquare:
    statistic: float
    freedom: int
    p_value: float
    is_reliable: bool
    """Whether every expected count is large enough."""

    @property
    def is_alarm(self) -> bool:
        return self.is_reliable and self.p_value < ALARM_LEVEL


@dataclass(frozen=True)
class SeatWins:
    """How seats did in a part of a log."""

    forms: frozenset[Form]
    """Of its games: where seats cannot be told from roles there is nothing to say."""
    wins: dict[Entrant, list[int]]
    """See ``decisive_counts``."""

    def plus(self, other: "SeatWins") -> "SeatWins":
        wins = {
            entrant: [
                sum(pair) for pair in zip_longest(self.wins.get(entrant, ()), other.wins.get(entrant, ()), fillvalue=0)
            ]
            for entrant in self.wins.keys() | other.wins.keys()
        }
        return SeatWins(self.forms | other.forms, wins)


def seat_wins(tables: Sequence[Table]) -> SeatWins:
    forms = frozenset(table.form for table in tables)
    return SeatWins(forms, decisive_counts(tables) if is_told_by_seats(forms) else {})


def is_told_by_seats(forms: Collection[Form]) -> bool:
    """Sides that are alike but for their place, and always as many."""
    return not any(form.roles for form in forms) and len({len(form.sizes) for form in forms}) == 1


def decisive_counts(tables: Sequence[Table]) -> dict[Entrant, list[int]]:
    """How often each entrant won (under ``LAST_LOSES``: lost) in each seat, or on each side of a game between pairs of
    one bot. Left out: games with several winners (losers), ended by a fault, or with two bots on one side.
    """
    counts: dict[Entrant, list[int]] = {}
    for table in (piece for whole in tables for piece in whole.pieces()):
        sides = len(table.form.sizes)
        ends = np.cumsum(table.form.sizes)
        owners = table.members[:, ends - 1]
        alone = (table.members == np.repeat(owners, table.form.sizes, axis=1)).all(axis=1)
        ranks = table.ranks
        is_last = table.form.policy == RankPolicy.LAST_LOSES.value
        decisive = ranks == (ranks.max(axis=1, keepdims=True, initial=1) if is_last else 1)
        rows = ~table.ended_by_fault & alone
        for entrant in np.unique(owners[rows]).tolist():
            counts.setdefault(entrant, [0] * sides)
        rows &= decisive.sum(axis=1) == 1
        winners = owners[rows][np.arange(rows.sum()), (seats := decisive[rows].argmax(axis=1))]
        keys, times = np.unique(winners.astype(np.int64) * sides + seats, return_counts=True)
        for key, count in zip(keys.tolist(), times.tolist(), strict=True):
            counts[key // sides][key % sides] += count
    return counts


def seat_shares(counts: Mapping[Entrant, Sequence[int]]) -> list[float]:
    """Share of all wins (losses) that fell to each seat.

    >>> seat_shares({"a": [3, 1], "b": [2, 2]})
    [0.625, 0.375]
    """
    totals = _totals(counts)
    return [total / sum(totals) for total in totals] if sum(totals) else [0.0] * len(totals)


def seats_differ(counts: Mapping[Entrant, Sequence[int]]) -> ChiSquare:
    """Test that every seat wins (loses) equally often. Interesting, not alarming.

    >>> result = seats_differ({"a": [30, 10], "b": [30, 10]})
    >>> round(result.statistic, 4), result.freedom, round(result.p_value, 8)
    (20.0, 1, 7.74e-06)
    """
    totals = _totals(counts)
    return _chi_square([(total, sum(totals) / len(totals)) for total in totals], len(totals) - 1)


def entrants_differ_by_seat(counts: Mapping[Entrant, Sequence[int]]) -> ChiSquare:
    """Test that seats help all entrants alike: wins should split over seats in the same proportions for everybody.

    Raise the alarm only on rotation-balanced data, i.e. complete blocks.

    >>> entrants_differ_by_seat({"a": [30, 10], "b": [10, 30]}).is_alarm
    True
    >>> entrants_differ_by_seat({"a": [30, 10], "b": [33, 11]}).is_alarm
    False
    """
    totals = np.array(_totals(counts))
    seen = np.array(list(counts.values()))
    seen = seen[seen.any(axis=1)][:, totals > 0]
    expected = seen.sum(axis=1, keepdims=True) * totals[totals > 0] / totals.sum()
    cells = list(zip(seen.ravel().tolist(), expected.ravel().tolist(), strict=True))
    return _chi_square(cells, max(0, (seen.shape[0] - 1) * (seen.shape[1] - 1)))


def _totals(counts: Mapping[Entrant, Sequence[int]]) -> list[int]:
    if not counts or len({len(row) for row in counts.values()}) != 1:
        raise RatingInputError("Give at least one entrant, and for each of them one count per seat.")
    table = np.array(list(counts.values()))
    if (table < 0).any():
        raise RatingInputError("Counts of wins cannot be negative.")
    totals: list[int] = table.sum(axis=0).tolist()
    return totals


def _chi_square(cells: Sequence[tuple[int, float]], freedom: int) -> ChiSquare:
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in cells if expected > 0.0)
    p_value = float(scipy.special.chdtrc(freedom, statistic)) if freedom else 1.0
    is_reliable = freedom > 0 and all(expected >= MIN_EXPECTED for _, expected in cells)
    return ChiSquare(statistic, freedom, p_value, is_reliable)
