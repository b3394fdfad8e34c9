"""Measures one form of the engines; prints JSON. The form is chosen by the environment variable KARMA_ENGINES."""

import json
import sys
import time
from collections.abc import Callable
from random import Random

from engines import Deal, new_game
from engines.compiled import is_compiled
from engines.interface import State
from engines.registry import engine

WINDOWS = 10


def decisions_per_second(slug: str, seconds: float) -> float:
    """The best of ten short windows, each with the same games: a busy moment of the machine spoils one of them."""
    return max(random_games(slug, seconds / WINDOWS) for _ in range(WINDOWS))


def random_games(slug: str, seconds: float) -> float:
    """Uniformly random games from the deal to the end, driven from Python, legal actions included."""
    random = Random(1).random
    decisions = games = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        state = new_game(slug, Deal.from_text(f"benchmark {games}"))
        games += 1
        while not state.is_over():
            actions = state.legal_actions()
            state.apply(actions[int(random() * len(actions))])
            decisions += 1
    return decisions / (time.process_time() - begin)


def mid_game(slug: str, seed: int = 3) -> State:
    """A state half-way through a game."""
    actions: list[int] = []
    for stop in (None, 0):
        rng = Random(seed)
        state = new_game(slug, Deal.from_text("benchmark"))
        while not state.is_over() and (stop is None or len(actions) > 0):
            action = rng.choice(state.legal_actions())
            if stop is None:
                actions.append(action)
            else:
                actions.pop()
            state.apply(action)
        del actions[len(actions) // 2 :]
    return state


def microseconds(call: Callable[[], object], seconds: float) -> float:
    calls = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        for _call in range(100):
            call()
        calls += 100
    return (time.process_time() - begin) / calls * 1e6


def measure(slug: str, seconds: float) -> dict[str, float]:
    state = mid_game(slug)
    seat = state.actor()
    view = state.view(seat)
    game = engine(state.variant.game)
    rng = Random(5)
    short = seconds / 4
    return {
        "decisions": decisions_per_second(slug, seconds),
        "clone": microseconds(state.clone, short),
        "view": microseconds(lambda: state.view(seat), short),
        "resample": microseconds(lambda: state.resample(seat, rng), short),
        "imagine": microseconds(lambda: game.imagine(view, rng), short),
        "save": microseconds(state.save, short),
    }


if __name__ == "__main__":
    results = {slug: measure(slug, float(sys.argv[1])) for slug in sys.argv[2:]}
    print(json.dumps({"compiled": is_compiled(), "results": results}))
