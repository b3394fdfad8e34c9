"""What a leaderboard says about the certainty of its own order. Pure."""

from dataclasses import dataclass

import numpy as np

from referee.ratings.fit.batch import BatchFit
from referee.ratings.fit.rank_range import MOST_BLOCKS, Lead, TieGroup, further_blocks, rank_ranges, tie_groups

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
    ratings, blocks = [line.rating for line in fit.ratings], [line.blocks for line in fit.ratings]
    ties = tie_groups(ratings, fit.covariance, blocks)
    groups = {place: group for group in ties for place in range(group.first, group.last + 1)}
    needed = _blocks_to_next(fit)
    return [
        PlaceOnBoard(span.best, span.worst, groups[place], needed[place - 1])
        for place, span in enumerate(rank_ranges(ratings, fit.covariance, blocks), 1)
    ]


def _blocks_to_next(fit: BatchFit) -> list[int | None]:
    needed: list[int | None] = []
    for place, error in enumerate(_errors_of_leads(fit)):
        one, other = fit.ratings[place], fit.ratings[place + 1]
        lead = Lead(one.rating - other.rating, error, max(one.blocks, 1), max(other.blocks, 1))
        blocks = further_blocks(lead, len(fit.ratings))
        needed.append(None if blocks == 0 else min(blocks or MOST_BLOCKS, MOST_BLOCKS))
    return [*needed, None]


def _errors_of_leads(fit: BatchFit) -> list[float]:
    """Standard error of the lead of each line over the next, in chunks: the whole matrix would be too large."""
    last = len(fit.ratings) - 1
    errors: list[float] = []
    for start in range(0, last, _CHUNK):
        rows = np.arange(start, min(start + _CHUNK, last))
        variances = np.diagonal(fit.covariance.difference_variances(rows, rows + 1))
        errors += [float(error) for error in np.sqrt(np.maximum(variances, 0.0))]
    return errors
