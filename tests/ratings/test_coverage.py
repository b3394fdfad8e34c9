"""The 95 % interval covers the truth in simulated seasons, and equal bots stay together."""

import numpy as np
import pytest

from referee.ratings.fit.batch import fit
from tests.ratings.seasons import KINDS, coverage, false_splits
from tests.ratings.tools import FIRST, simulated

SEASONS = 90


@pytest.mark.parametrize("blocks", [10, 50])
@pytest.mark.parametrize("kind", KINDS)
def test_intervals_cover_the_truth_of_unequal_bots(kind: str, blocks: int) -> None:
    """94 to 96 % in thousands of seasons (``python -m tests.ratings.seasons``); a few leave room for chance."""
    for share in coverage(KINDS[kind], blocks, seasons=SEASONS if blocks < 50 else SEASONS // 3):
        assert share.error < 2.0
        assert share.is_within(94, 96), share


@pytest.mark.parametrize(("bots", "seasons"), [(5, 200), (20, 100), (100, 20)])
def test_equal_bots_are_seldom_split_into_groups(bots: int, seasons: int) -> None:
    """At most 7 % of seasons, give or take chance. Pair by pair 20 equal bots split in nine of ten."""
    assert false_splits(bots, 20, seasons).is_within(0, 7)


def test_intervals_cover_the_truth_when_games_of_a_block_share_their_luck() -> None:
    hits = [
        abs(line.rating - 1500) < line.margin
        for season in range(3 * SEASONS)
        for line in fit(simulated([0.0] * 5, 200, 2, FIRST, seed=season, luck=2.0)).ratings
    ]
    assert 0.93 < np.mean(hits) < 0.97


def test_counting_games_instead_of_blocks_would_miss_the_mark() -> None:
    hits = []
    for season in range(SEASONS):
        games = simulated([0.0] * 5, 200, 2, FIRST, seed=season, luck=2.0)
        hits += [
            abs(line.rating - 1500) < line.margin for line in fit([game._replace(block=None) for game in games]).ratings
        ]
    assert np.mean(hits) > 0.98
