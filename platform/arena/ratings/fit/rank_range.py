"""Which places on the leaderboard an entrant may really deserve, and who cannot be told apart.

``i`` stands surely above ``j`` when the chance of it exceeds 97.5 %, from the joint uncertainty of the two ratings.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from arena.ratings.errors import RatingInputError
from arena.ratings.fit.blas import one_thread
from arena.ratings.fit.choices import Floats
from arena.ratings.fit.columns import Ints
from arena.ratings.fit.covariance import Covariance, FullCovariance

SURE: Final = 0.975
Z_SURE: Final = NormalDist().inv_cdf(SURE)
ROWS: Final = 256
"""Entrants compared with their neighbourhood at once; bounds memory to ROWS times the number of entrants."""


class RankRange(NamedTuple):
    best: int
    worst: int

    def __str__(self) -> str:
        return ordinal(self.best) if self.best == self.worst else f"{ordinal(self.best)} to {ordinal(self.worst)}"


def ordinal(place: int) -> str:
    """
    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '112th']
    """
    suffix = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{suffix}"


def rank_ranges(ratings: Sequence[float], covariance: Covariance | Sequence[Sequence[float]]) -> list[RankRange]:
    """Best place: one more than the number surely above. Worst: everybody minus the number surely below.

    >>> [str(each) for each in rank_ranges([1600, 1590, 1400], [[100, 0, 0], [0, 100, 0], [0, 0, 100]])]
    ['1st to 2nd', '1st to 2nd', '3rd']
    """
    scores, spread = _checked(ratings, covariance)
    with one_thread():
        return _ranges(scores, spread)


def _ranges(scores: Floats, spread: Covariance) -> list[RankRange]:
    order = np.argsort(-scores, kind="stable")
    above, below = np.empty(len(scores), dtype=np.int64), np.empty(len(scores), dtype=np.int64)
    ranked, spread = scores[order], spread.take(order)
    errors = np.sqrt(spread.variances())
    for start in range(0, len(scores), ROWS):
        rows = np.arange(start, min(start + ROWS, len(scores)))
        first, last = _window(ranked, errors, rows)
        columns = np.arange(first, last)
        leads = ranked[columns][None, :] - ranked[rows][:, None]
        reach = Z_SURE * np.sqrt(spread.difference_variances(rows, columns))
        above[order[rows]] = first + (leads > reach).sum(axis=1)
        below[order[rows]] = len(scores) - last + (-leads > reach).sum(axis=1)
    return [RankRange(1 + int(up), len(scores) - int(down)) for up, down in zip(above, below, strict=True)]


def _window(ranked: Floats, errors: Floats, rows: Ints) -> tuple[int, int]:
    """Places that need a look. Beyond, the lead exceeds Z times the *sum* of both errors, the most that the error of
    a difference can be, whatever the correlation."""
    reach = Z_SURE * (errors[rows].max() + errors.max()) * (1.0 + 1e-9)
    first = np.searchsorted(-ranked, -(ranked[rows[0]] + reach), side="left")
    last = np.searchsorted(-ranked, -(ranked[rows[-1]] - reach), side="right")
    return int(first), int(last)


def _checked(ratings: Sequence[float], covariance: Covariance | Sequence[Sequence[float]]) -> tuple[Floats, Covariance]:
    scores = np.asarray(ratings, dtype=np.float64)
    if scores.ndim != 1 or not np.isfinite(scores).all():
        raise RatingInputError("Ratings are a plain list of finite numbers.")
    spread = FullCovariance.of(covariance) if isinstance(covariance, Sequence | np.ndarray) else covariance
    if len(spread.variances()) != len(scores):
        raise RatingInputError(f"{len(scores)} ratings need a covariance of as many rows.")
    return scores, spread


class TieGroup(NamedTuple):
    """Neighbours on the board none of whom can be told from the first of them."""

    first: int
    last: int

    def __str__(self) -> str:
        if self.first == self.last:
            return ordinal(self.first)
        return f"{ordinal(self.first)} to {ordinal(self.last)} not separable"


def tie_groups(ratings: Sequence[float], covariance: Covariance | Sequence[Sequence[float]]) -> list[TieGroup]:
    """Cut the board, highest rating first, wherever an entrant stands surely below the first of the group.

    "Not separable" does not carry over from pair to pair, so members may differ from each other's rank ranges.

    >>> [str(group) for group in tie_groups([1600, 1590, 1400], [[100, 0, 0], [0, 100, 0], [0, 0, 100]])]
    ['1st to 2nd not separable', '3rd']
    """
    scores, spread = _checked(ratings, covariance)
    if (np.diff(scores) > 0.0).any():
        raise RatingInputError("Tie groups are cut from a board in order: hand in the highest rating first.")
    groups, first = [], 0
    while first < len(scores):
        last = _group_end(scores, spread, first)
        groups.append(TieGroup(first + 1, last))
        first = last
    return groups


def _group_end(scores: Floats, spread: Covariance, first: int) -> int:
    """Number of places up to the end of the group that begins at place ``first`` (from 0)."""
    for start in range(first, len(scores), ROWS):
        columns = np.arange(start, min(start + ROWS, len(scores)))
        reach = Z_SURE * np.sqrt(spread.difference_variances(np.array([first]), columns)[0])
        separated = np.flatnonzero(scores[first] - scores[columns] > reach)
        if len(separated):
            return start + int(separated[0])
    return len(scores)


def further_blocks(points: float, standard_error: float, blocks: int, other_blocks: int) -> int | None:
    """Blocks that each of two entrants would have to play before a lead of ``points`` counts as sure.

    Assumes that the lead stays and that further blocks are as telling as those played. The chance that it suffices is
    one half; double the total for 80 %. ``None``: with no lead there is nothing to separate.

    >>> further_blocks(20.0, 20.0, 100, 100), further_blocks(60.0, 20.0, 100, 100), further_blocks(0.0, 20.0, 9, 9)
    (285, 0, None)
    """
    if not (math.isfinite(points) and math.isfinite(standard_error) and standard_error >= 0.0):
        raise RatingInputError("A lead is a finite number and its standard error one from 0 on.")
    if blocks < 1 or other_blocks < 1:
        raise RatingInputError("Both entrants need at least one block to judge how telling a block is.")
    if points == 0.0:
        return None
    growth = (Z_SURE * standard_error / points) ** 2 - 1.0
    return max(0, math.ceil(growth * (blocks + other_blocks) / 2.0))
