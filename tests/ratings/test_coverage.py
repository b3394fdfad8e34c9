"""The 95 % interval covers the truth in 93 to 97 % of simulated seasons."""

import numpy as np
import pytest

from arena.ratings.fit.batch import fit
from arena.ratings.scale import POINTS_PER_LOGIT
from engines.variants import RankPolicy
from tests.ratings.tools import FIRST, LAST, simulated

SEASONS = 100


@pytest.mark.parametrize(("policy", "sides"), [(FIRST, 2), (FIRST, 4), (LAST, 4)])
def test_intervals_cover_the_truth_of_unequal_bots(policy: RankPolicy, sides: int) -> None:
    truth = np.array([0.5, 0.3, 0.1, -0.1, -0.3, -0.5])
    hits = [
        abs(found[bot].rating - 1500 - POINTS_PER_LOGIT * truth[bot]) < found[bot].margin
        for season in range(SEASONS)
        for found in [fit(simulated(list(truth), 150, sides, policy, seed=season))]
        for bot in range(len(truth))
    ]
    assert 0.93 < np.mean(hits) < 0.97


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
