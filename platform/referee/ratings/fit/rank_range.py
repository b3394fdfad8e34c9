"""Which places on the leaderboard an entrant may really deserve, and who cannot be told apart.

``i`` stands surely above ``j`` when its lead exceeds the simultaneous factor (``certainty``) times the standard error
of the difference: among any number of equal bots at most one season in twenty shows somebody as separated.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from referee.ratings.errors import RatingInputError
from referee.ratings.fit.blas import one_thread
from referee.ratings.fit.certainty import Simultaneous, freedom, shared_freedom
from referee.ratings.fit.choices import Floats
from referee.ratings.fit.columns import Ints
from referee.ratings.fit.covariance import Covariance, FullCovariance

MOST_BLOCKS: Final = 1_000_000
"""Said of leads that would take so many blocks or more, and of equal ratings, which nothing separates."""
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


class Board:
    """Ratings that are compared with each other, all at once."""

    def __init__(
        self,
        ratings: Sequence[float],
        covariance: Covariance | Sequence[Sequence[float]],
        blocks: Sequence[int] | None = None,
    ) -> None:
        """``blocks``: how many each of them played; None: so many that it does not matter."""
        self.scores, self.spread = _checked(ratings, covariance)
        if blocks is not None and len(blocks) != len(self.scores):
            raise RatingInputError(f"{len(self.scores)} ratings need as many numbers of blocks.")
        self._simultaneous = Simultaneous(len(self.scores))
        self._freedom = freedom(np.full(len(self.scores), 1e9) if blocks is None else np.asarray(blocks, np.float64))

    def reach(self, rows: Ints, columns: Ints) -> Floats:
        """The lead that is sure, for all pairs of rows and columns."""
        degrees = shared_freedom(self._freedom[rows][:, None], self._freedom[columns][None, :])
        return self._simultaneous.factor(degrees) * np.sqrt(self.spread.difference_variances(rows, columns))

    def most_reach(self, rows: Ints) -> float:
        """More than any lead over one of the rows has to be: the error of a difference is at most the *sum* of both,
        whatever the correlation."""
        errors = np.sqrt(self.spread.variances())
        factor = self._simultaneous.factor(self._freedom.min(initial=1e9))
        return float(factor * (errors[rows].max() + errors.max()) * (1.0 + 1e-9))

    def take(self, order: Ints) -> "Board":
        part = object.__new__(Board)
        part.scores, part.spread = self.scores[order], self.spread.take(order)
        part._simultaneous, part._freedom = self._simultaneous, self._freedom[order]
        return part


def rank_ranges(
    ratings: Sequence[float],
    covariance: Covariance | Sequence[Sequence[float]],
    blocks: Sequence[int] | None = None,
) -> list[RankRange]:
    """Best place: one more than the number surely above. Worst: everybody minus the number surely below.

    >>> [str(each) for each in rank_ranges([1600, 1590, 1400], [[100, 0, 0], [0, 100, 0], [0, 0, 100]])]
    ['1st to 2nd', '1st to 2nd', '3rd']
    """
    board = Board(ratings, covariance, blocks)
    with one_thread():
        return _ranges(board)


def _ranges(board: Board) -> list[RankRange]:
    scores = board.scores
    order = np.argsort(-scores, kind="stable")
    above, below = np.empty(len(scores), dtype=np.int64), np.empty(len(scores), dtype=np.int64)
    ordered = board.take(order)
    ranked = ordered.scores
    for start in range(0, len(scores), ROWS):
        rows = np.arange(start, min(start + ROWS, len(scores)))
        first, last = _window(ordered, rows)
        columns = np.arange(first, last)
        leads = ranked[columns][None, :] - ranked[rows][:, None]
        reach = ordered.reach(rows, columns)
        above[order[rows]] = first + (leads > reach).sum(axis=1)
        below[order[rows]] = len(scores) - last + (-leads > reach).sum(axis=1)
    return [RankRange(1 + int(up), len(scores) - int(down)) for up, down in zip(above, below, strict=True)]


def _window(board: Board, rows: Ints) -> tuple[int, int]:
    """Places that need a look; beyond them every lead is sure."""
    ranked, reach = board.scores, board.most_reach(rows)
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


def tie_groups(
    ratings: Sequence[float],
    covariance: Covariance | Sequence[Sequence[float]],
    blocks: Sequence[int] | None = None,
) -> list[TieGroup]:
    """Cut the board, highest rating first, wherever an entrant stands surely below the first of the group.

    "Not separable" does not carry over from pair to pair, so members may differ from each other's rank ranges.

    >>> [str(group) for group in tie_groups([1600, 1590, 1400], [[100, 0, 0], [0, 100, 0], [0, 0, 100]])]
    ['1st to 2nd not separable', '3rd']
    """
    board = Board(ratings, covariance, blocks)
    scores = board.scores
    if (np.diff(scores) > 0.0).any():
        raise RatingInputError("Tie groups are cut from a board in order: hand in the highest rating first.")
    groups, first = [], 0
    while first < len(scores):
        last = _group_end(board, first)
        groups.append(TieGroup(first + 1, last))
        first = last
    return groups


def _group_end(board: Board, first: int) -> int:
    """Number of places up to the end of the group that begins at place ``first`` (from 0)."""
    scores = board.scores
    for start in range(first, len(scores), ROWS):
        columns = np.arange(start, min(start + ROWS, len(scores)))
        reach = board.reach(np.array([first]), columns)[0]
        separated = np.flatnonzero(scores[first] - scores[columns] > reach)
        if len(separated):
            return start + int(separated[0])
    return len(scores)


class Lead(NamedTuple):
    """Of one entrant over another, with its standard error and the blocks that both have played."""

    points: float
    standard_error: float
    blocks: int
    other_blocks: int

    def is_sure_after(self, more: int, simultaneous: Simultaneous) -> bool:
        """Whether the lead would count as sure if both played so many more blocks."""
        growth = 1.0 + 2.0 * more / (self.blocks + self.other_blocks)
        degrees = shared_freedom(freedom(self.blocks + more), freedom(self.other_blocks + more))
        reach = float(simultaneous.factor(degrees)) * self.standard_error / math.sqrt(growth)
        return abs(self.points) > reach


def further_blocks(lead: Lead, board_size: int = 2) -> int | None:
    """Blocks that each of two neighbours would have to play before the lead counts as sure on a board of that size.

    Assumes that the lead stays and that further blocks are as telling as those played. The chance that it suffices is
    one half; double the total for 80 %. ``None``: with no lead there is nothing to separate.

    >>> further_blocks(Lead(20.0, 20.0, 100, 100)), further_blocks(Lead(60.0, 20.0, 100, 100))
    (286, 0)
    >>> further_blocks(Lead(20.0, 20.0, 100, 100), board_size=20), further_blocks(Lead(0.0, 20.0, 9, 9))
    (1159, None)
    """
    if not (math.isfinite(lead.points) and math.isfinite(lead.standard_error) and lead.standard_error >= 0.0):
        raise RatingInputError("A lead is a finite number and its standard error one from 0 on.")
    if lead.blocks < 1 or lead.other_blocks < 1:
        raise RatingInputError("Both entrants need at least one block to judge how telling a block is.")
    if lead.points == 0.0:
        return None
    simultaneous = Simultaneous(board_size)
    low, high = -1, 0
    while not lead.is_sure_after(high, simultaneous):
        low, high = high, 2 * high + 1
        if high > MOST_BLOCKS:
            return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if lead.is_sure_after(middle, simultaneous) else (middle, high)
    return high
