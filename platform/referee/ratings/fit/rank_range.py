"""Which places on the leaderboard an entrant may really deserve, and who cannot be told apart.

``i`` stands surely above ``j`` when its lead exceeds the simultaneous factor (``certainty``) times the standard error
of the difference: among any number of equal bots at most one season in twenty shows somebody as separated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

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
        evidence: Sequence[float] | None = None,
    ) -> None:
        """``evidence``: how many blocks tell of each; None: so many that it does not matter."""
        self.scores, self.spread = _checked(ratings, covariance)
        if evidence is not None and len(evidence) != len(self.scores):
            raise RatingInputError(f"{len(self.scores)} ratings need as many numbers of blocks.")
        self._simultaneous = Simultaneous(len(self.scores))
        self._freedom = freedom(np.full(len(self.scores), 1e9) if evidence is None else np.asarray(evidence))

    def reach(self, rows: Ints, columns: Ints) -> Floats:
        """The lead that is sure, for all pairs of rows and columns."""
        degrees = shared_freedom(self._freedom[rows][:, None], self._freedom[columns][None, :])
        return self._simultaneous.factor(degrees) * np.sqrt(self.spread.difference_variances(rows, columns))

    def most_reach(self, rows: Ints) -> float:
        """More than any lead over one of the rows has to be: the error of a difference is at most the *sum* of both,
        whatever the correlation."""
        errors = np.sqrt(self.spread.variances())
        least = self._freedom.min(initial=1e9)
        factor = self._simultaneous.factor(shared_freedom(least, least))
        return float(factor * (errors[rows].max() + errors.max()) * (1.0 + 1e-9))

    def take(self, order: Ints) -> "Board":
        part = object.__new__(Board)
        part.scores, part.spread = self.scores[order], self.spread.take(order)
        part._simultaneous, part._freedom = self._simultaneous, self._freedom[order]
        return part


def rank_ranges(
    ratings: Sequence[float],
    covariance: Covariance | Sequence[Sequence[float]],
    evidence: Sequence[float] | None = None,
) -> list[RankRange]:
    """Best place: one more than the number surely above. Worst: everybody minus the number surely below.

    >>> [str(each) for each in rank_ranges([1600, 1590, 1400], [[100, 0, 0], [0, 100, 0], [0, 0, 100]])]
    ['1st to 2nd', '1st to 2nd', '3rd']
    """
    board = Board(ratings, covariance, evidence)
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
    evidence: Sequence[float] | None = None,
) -> list[TieGroup]:
    """Cut the board, highest rating first, wherever an entrant stands surely below the first of the group.

    "Not separable" does not carry over from pair to pair, so members may differ from each other's rank ranges.

    >>> [str(group) for group in tie_groups([1600, 1590, 1400], [[100, 0, 0], [0, 100, 0], [0, 0, 100]])]
    ['1st to 2nd not separable', '3rd']
    """
    board = Board(ratings, covariance, evidence)
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


@dataclass(frozen=True)
class Leads:
    """Each of one entrant over another, with its standard error; of both the blocks, and what these tell."""

    points: Floats
    errors: Floats
    blocks: Floats
    other_blocks: Floats
    evidence: Floats
    other_evidence: Floats

    def are_sure_after(self, more: Ints, simultaneous: Simultaneous) -> NDArray[np.bool_]:
        """Whether they would count as sure if both played so many more blocks."""
        growth = 1.0 + 2.0 * more / (self.blocks + self.other_blocks)
        degrees = shared_freedom(freedom(self.evidence + more), freedom(self.other_evidence + more))
        return np.asarray(np.abs(self.points) > simultaneous.factor(degrees) * self.errors / np.sqrt(growth))

    def _are_possible(self) -> bool:
        are_finite = np.isfinite(self.points).all() and np.isfinite(self.errors).all()
        return bool(are_finite and (self.errors >= 0.0).all())


def further_blocks(leads: Leads, board_size: int = 2) -> Ints:
    """Blocks that both would have to play before each lead counts as sure on a board of that size; ``MOST_BLOCKS``
    stands for more than that, and for no lead at all.

    Assumes that the lead stays and that further blocks are as telling as those played. The chance that it suffices is
    one half; double the total for 80 %.

    >>> played = np.full(3, 100.0)
    >>> leads = Leads(np.array([20.0, 60.0, 0.0]), np.full(3, 20.0), played, played, played, played)
    >>> further_blocks(leads).tolist(), further_blocks(leads, board_size=20).tolist()
    ([285, 0, 1000000], [1157, 41, 1000000])
    """
    if not leads._are_possible():
        raise RatingInputError("A lead is a finite number and its standard error one from 0 on.")
    if (leads.blocks < 1).any() or (leads.other_blocks < 1).any():
        raise RatingInputError("Both entrants need at least one block to judge how telling a block is.")
    simultaneous = Simultaneous(board_size)
    low, high = np.full(len(leads.points), -1), np.full(len(leads.points), MOST_BLOCKS)
    high[leads.are_sure_after(np.zeros_like(high), simultaneous)] = 0
    while (high - low > 1).any():
        middle = np.maximum((low + high) // 2, 0)  # of those that are sure already nothing is left between
        sure = leads.are_sure_after(middle, simultaneous)
        low, high = np.where(sure, low, middle), np.where(sure, middle, high)
    return high
