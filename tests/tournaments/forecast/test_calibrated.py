"""Forecasts are calibrated: over many tournaments whose true strengths nobody tells them, what they give 70 % happens
in about 70 %."""

import random

import numpy as np
import pytest

from arena.tournaments.planning.forecast.field import Lengths
from arena.tournaments.planning.forecast.plans import Known, Way, tally, with_the_same_games
from arena.tournaments.planning.forecast.series import SeriesModel, play
from arena.tournaments.planning.forecast.strengths import Belief, Floats, believe, ladder_spread
from arena.tournaments.planning.registry import stages_of
from engines import RankPolicy
from referee.ratings.scale import POINTS_PER_LOGIT
from tests.tournaments.forecast.reference import play_out

SIZE, SPREAD, CENTRE = 8, 90.0, 1500.0
SIZES = {2: 2}


def drawn_field(rng: np.random.Generator) -> tuple[Floats, Belief]:
    """True strengths, and what the ratings let one believe; errors of one field move together."""
    truth = rng.normal(CENTRE, SPREAD, SIZE)
    errors = rng.uniform(30.0, 80.0, SIZE)
    covariance = np.diag(errors**2) + 20.0**2
    ratings = rng.multivariate_normal(truth, covariance)
    order = np.argsort(-ratings)
    belief = believe(ratings[order], covariance[np.ix_(order, order)], CENTRE, SPREAD)
    return truth[order] / POINTS_PER_LOGIT, belief


@pytest.mark.parametrize(("name", "settings"), [("swiss", {"rounds": 4}), ("double_elimination", {})])
def test_what_is_given_a_chance_happens_that_often(name: str, settings: dict[str, object]) -> None:
    rng, lots = np.random.default_rng(3), random.Random(3)
    model = SeriesModel(RankPolicy.FIRST_WINS, SIZES, SIZES)
    way = Way(stages_of(name, settings), Lengths(5))
    chances: list[float] = []
    happened: list[float] = []
    best: list[tuple[float, bool]] = []
    for number in range(160):
        truth, belief = drawn_field(rng)
        counts = tally(Known(belief, np.ones(SIZE), model), way, 150, number)
        places, _games = play_out(way.setups, truth.tolist(), 5, RankPolicy.FIRST_WINS, lots)
        chances += [line.wins for line in counts.lines()]
        happened += [float(places[seed] == 1) for seed in range(1, SIZE + 1)]
        best.append((counts.finds_best, places[int(truth.argmax()) + 1] == 1))
    said, came = np.array(chances), np.array(happened)
    for low, high in ((0.0, 0.05), (0.05, 0.2), (0.2, 0.45), (0.45, 1.01)):
        here = (said >= low) & (said < high)
        error = np.sqrt(max(said[here].mean() * (1 - said[here].mean()), 0.01) / here.sum())
        assert here.sum() > 30
        assert abs(said[here].mean() - came[here].mean()) < 3.5 * error, (low, high)
    found = np.array(best, dtype=np.float64)
    assert abs(found[:, 0].mean() - found[:, 1].mean()) < 3.5 * 0.5 / np.sqrt(len(found))


def test_who_looks_best_is_believed_to_be_less_good_than_it_looks() -> None:
    found = believe(np.array([1800.0, 1500.0]), np.diag([100.0**2, 20.0**2]), CENTRE, SPREAD)
    assert CENTRE < found.mean[0] < 1800.0
    assert found.covariance[0, 0] < 100.0**2


def test_the_spread_of_a_ladder_is_what_errors_leave() -> None:
    rng = np.random.default_rng(1)
    errors = np.full(4000, 60.0)
    centre, spread = ladder_spread(rng.normal(1550.0, 100.0, 4000), errors)
    assert centre == pytest.approx(1550.0, abs=6.0)
    assert spread == pytest.approx(80.0, abs=4.0)


def test_a_block_with_measured_luck_spreads_as_measured() -> None:
    """The variance of a series is that of so many independent games."""
    for gain in (0.8, 1.0, 1.6):
        model = SeriesModel(RankPolicy.FIRST_WINS, {4: 4, 2: 2}, {4: 4, 2: 2}, gain=gain, early_stop=False)
        for size in (2, 4):
            scores = series_scores(model, size, 4000)
            games, chance = size * 20, 1.0 / size
            points = 1.0 - (size - 2) / (2.0 * (size - 1))
            expected = games * chance * (1 - chance) * points**2 / gain
            assert scores.mean() == pytest.approx(games / 2, rel=0.02)
            assert scores.var() == pytest.approx(expected, rel=0.15), (gain, size)


def series_scores(model: SeriesModel, size: int, matches: int) -> Floats:
    rng = np.random.default_rng(size)
    blocks = np.full(matches, 20)
    played = play(model, np.zeros((matches, size)), blocks, np.zeros(matches, dtype=np.int64), rng)
    return played.scores[:, 0]


def test_other_formats_get_as_many_blocks_as_make_the_same_games() -> None:
    known = Known(Belief(np.linspace(1600, 1400, 16), np.eye(16) * 900.0), np.ones(16),
                  SeriesModel(RankPolicy.FIRST_WINS, SIZES, SIZES))  # fmt: skip
    way = with_the_same_games(known, stages_of("single_elimination", {}), 1120.0)
    games = tally(known, way, 60, 1).mean_games
    assert games == pytest.approx(1120.0, rel=0.06)
    assert way.lengths.blocks > 30
