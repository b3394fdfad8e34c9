"""The quick simulation of a forecast says what tournaments that the planner pairs, game by game, really do."""

import random
from collections.abc import Mapping

import numpy as np
import pytest

from arena.tournaments.planning.forecast.field import Field, Lengths
from arena.tournaments.planning.forecast.report import Tally
from arena.tournaments.planning.forecast.series import SeriesModel
from arena.tournaments.planning.forecast.simulate import simulate
from arena.tournaments.planning.registry import stages_of
from engines import RankPolicy
from tests.tournaments.forecast.reference import play_out

SIZE, BLOCKS, WORLDS = 13, 4, 1500
STRENGTHS = [0.5 - 0.08 * place for place in range(SIZE)]
"""An odd field that is seeded as it should be; nobody is far ahead."""
SIZES = {size: size for size in range(2, 7)}


def quick(name: str, settings: Mapping[str, object], policy: RankPolicy) -> Tally:
    field = Field(np.tile(np.array(STRENGTHS), (WORLDS, 1)), np.ones((WORLDS, SIZE)))
    made = Tally()
    model = SeriesModel(policy, SIZES, SIZES)
    made.add(simulate(stages_of(name, settings), field, model, Lengths(BLOCKS), np.random.default_rng(1)))
    return made


@pytest.mark.parametrize(
    ("name", "settings", "policy", "runs"),
    [
        ("single_elimination", {"third_place": True}, RankPolicy.FIRST_WINS, 150),
        ("double_elimination", {}, RankPolicy.FIRST_WINS, 100),
        ("round_robin", {}, RankPolicy.FIRST_WINS, 70),
        ("groups_knockout", {"groups": 4}, RankPolicy.FIRST_WINS, 100),
        ("groups_knockout", {"groups": 3, "knockout": "double_elimination"}, RankPolicy.FIRST_WINS, 100),
        ("swiss", {"rounds": 6}, RankPolicy.FIRST_WINS, 150),
        ("pod_swiss", {"pod_size": 4, "rounds": 4}, RankPolicy.FIRST_WINS, 150),
        ("pod_elimination", {"pod_size": 4}, RankPolicy.FIRST_WINS, 150),
        ("strikes", {"pod_size": 4, "strikes": 2}, RankPolicy.LAST_LOSES, 100),
    ],
)
def test_a_forecast_is_what_the_planner_does(
    name: str, settings: Mapping[str, object], policy: RankPolicy, runs: int
) -> None:
    rng = random.Random(5)
    played = [play_out(stages_of(name, settings), STRENGTHS, BLOCKS, policy, rng) for _ in range(runs)]
    forecast = quick(name, settings, policy)
    places = np.array([[found[seed] for seed in range(1, SIZE + 1)] for found, _games in played])
    games = np.array([games for _found, games in played], dtype=np.float64)
    # Four standard errors of the long way, and a little for what the quick way leaves out.
    assert abs(games.mean() - forecast.mean_games) < 4 * games.std() / np.sqrt(runs) + 0.03 * games.mean()
    lines = forecast.lines()
    for column, line in enumerate(lines):
        error = places[:, column].std() / np.sqrt(runs)
        assert abs(places[:, column].mean() - line.place) < 4 * error + 0.3, (column + 1, line)
    won = (places[:, 0] == 1).mean()
    assert abs(won - forecast.finds_best) < 4 * np.sqrt(won * (1 - won) / runs) + 0.03
