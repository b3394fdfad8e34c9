"""Forecasts of 64 entrants: what the first answer takes, and the whole one with its alternatives."""

import time

import numpy as np

from arena.tournaments.forecasting.ways import alternatives
from arena.tournaments.planning.forecast.field import Lengths
from arena.tournaments.planning.forecast.plans import Known, Way, tally, with_the_same_games
from arena.tournaments.planning.forecast.series import SeriesModel
from arena.tournaments.planning.forecast.strengths import believe
from arena.tournaments.planning.registry import stages_of
from engines import RankPolicy

ENTRANTS = 64
CHUNK, TARGET = 50, 400
"""As ``arena.tournaments.forecasting.answers`` has them, which needs the settings of a site."""
ASKED: list[tuple[str, str, dict[str, object]]] = [
    ("karma-2", "single_elimination", {}),
    ("karma-2", "double_elimination", {}),
    ("karma-2", "swiss", {"rounds": 7}),
    ("karma-2", "groups_knockout", {"groups": 8}),
    ("karma-2", "round_robin", {}),
    ("karma-4", "pod_swiss", {"pod_size": 4, "rounds": 7}),
    ("karma-4", "pod_elimination", {"pod_size": 4}),
    ("karma-4", "strikes", {"pod_size": 4}),
]


def forecasts() -> None:
    print(f"\nForecasts for {ENTRANTS} entrants, ten blocks a match; seconds of CPU.")
    heads = ("first answer", f"{TARGET} of it", "with others")
    print(f"{'format':<20}" + "".join(f"{head:>14}" for head in heads))
    for variant, name, settings in ASKED:
        known = _known(2 if variant == "karma-2" else 4)
        way = Way(stages_of(name, settings), Lengths(10))
        start = time.process_time()
        counts = tally(known, way, CHUNK, 0)
        first = time.process_time() - start
        _simulate(known, way, CHUNK)
        own = time.process_time() - start
        for other in alternatives(variant, way.setups, ENTRANTS):
            _simulate(known, with_the_same_games(known, other.setups, counts.mean_games))
        whole = time.process_time() - start
        print(f"{name:<20}" + "".join(f"{seconds:>14.2f}" for seconds in (first, own, whole)), flush=True)


def _known(seats: int) -> Known:
    sizes = {size: size for size in range(2, seats + 1)}
    rng = np.random.default_rng(5)
    ratings = np.sort(rng.normal(1500.0, 100.0, ENTRANTS))[::-1]
    belief = believe(ratings, np.eye(ENTRANTS) * 40.0**2, 1500.0, 100.0)
    return Known(belief, np.full(ENTRANTS, 10.0), SeriesModel(RankPolicy.LAST_LOSES, sizes, sizes))


def _simulate(known: Known, way: Way, done: int = 0) -> None:
    for seed in range(done, TARGET, CHUNK):
        tally(known, way, CHUNK, seed)
