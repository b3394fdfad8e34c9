"""What a leaderboard says about the certainty of its own order. Pure."""

from dataclasses import dataclass

import numpy as np

from referee.ratings.fit.batch import BatchFit
from referee.ratings.fit.choices import Floats
from referee.ratings.fit.rank_range import Leads, TieGroup, further_blocks, rank_ranges, tie_groups

_CHUNK = 256
"""Lines whose errors are computed together: blocks of 256 by 256 numbers instead of the whole matrix."""


@dataclass(frozen=True)
class PlaceOnBoard:
    best: int
    worst: int
    tie: TieGroup
    blocks_to_next: int | None
    """None: nobody is below, or the lead is sure already."""


def board_ranges(fit: BatchFit) -> list[PlaceOnBoard]:
    """One line for each rating of the fit, highest first."""
    if not fit.ratings:
        return []
    ratings, evidence = [line.rating for line in fit.ratings], [line.evidence for line in fit.ratings]
    ties = tie_groups(ratings, fit.covariance, evidence)
    groups = {place: group for group in ties for place in range(group.first, group.last + 1)}
    needed = _blocks_to_next(fit)
    return [
        PlaceOnBoard(span.best, span.worst, groups[place], needed[place - 1])
        for place, span in enumerate(rank_ranges(ratings, fit.covariance, evidence), 1)
    ]


def _blocks_to_next(fit: BatchFit) -> list[int | None]:
    ratings, blocks, evidence = (
        np.array([getattr(line, name) for line in fit.ratings], dtype=np.float64)
        for name in ("rating", "blocks", "evidence")
    )
    blocks = np.maximum(blocks, 1.0)
    leads = Leads(
        ratings[:-1] - ratings[1:], _errors_of_leads(fit), blocks[:-1], blocks[1:], evidence[:-1], evidence[1:]
    )
    return [*(needed or None for needed in further_blocks(leads, len(ratings)).tolist()), None]


def _errors_of_leads(fit: BatchFit) -> Floats:
    """Standard error of the lead of each line over the next, in chunks: the whole matrix would be too large."""
    last = len(fit.ratings) - 1
    errors = np.zeros(last)
    for start in range(0, last, _CHUNK):
        rows = np.arange(start, min(start + _CHUNK, last))
        errors[rows] = np.sqrt(np.diagonal(fit.covariance.difference_variances(rows, rows + 1)))
    return errors
