"""Measures OpenSpiel in the same way; runs in a virtual environment of its own and prints JSON."""

import json
import sys
import time
from random import Random
from typing import Any

import pyspiel  # of the environment that this runs in

WINDOWS = 10  # as in ``ours``, which cannot be imported here


def decisions_per_second(game: Any, seconds: float) -> float:
    return max(random_games(game, seconds / WINDOWS) for _ in range(WINDOWS))


def random_games(game: Any, seconds: float) -> float:
    """Uniformly random games; dealing (chance nodes) takes time but is not counted as decisions, as with ours."""
    random = Random(1).random
    decisions = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                decisions += 1
    return decisions / (time.process_time() - begin)


def clone_microseconds(game: Any, seconds: float) -> float:
    state = game.new_initial_state()
    rng = Random(3)
    for _step in range(60):
        state.apply_action(rng.choice(state.legal_actions()))
    calls = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        for _call in range(100):
            state.clone()
        calls += 100
    return (time.process_time() - begin) / calls * 1e6


if __name__ == "__main__":
    length = float(sys.argv[1])
    found = {}
    for name in sys.argv[2:]:
        played = pyspiel.load_game(name)
        found[name] = {
            "decisions": decisions_per_second(played, length),
            "clone": clone_microseconds(played, length / 4),
        }
    print(json.dumps({"results": found}))
