"""Measures our environments; prints JSON. CPU seconds of one process."""

import json
import sys
import time
from collections.abc import Callable
from random import Random

import numpy as np

from bots.environments import aec
from bots.environments.shapes import shape
from bots.environments.vector import VectorEnv
from engines.compiled import is_compiled

GAMES = 64
SLUGS = ("karma-2", "diamoniak-2", "karmaka-2")


def rate(seconds: float, play: Callable[[], int]) -> float:
    """Steps a CPU second, once it is warm."""
    play()
    steps = 0
    begin = time.process_time()
    while (took := time.process_time() - begin) < seconds:
        steps += play()
    return steps / took


def vector(slug: str) -> Callable[[], int]:
    env = VectorEnv(slug, GAMES, seed=1)
    rng = np.random.default_rng(1)

    def play() -> int:
        for _step in range(20):
            dice = rng.random(GAMES).tolist()
            env.step([legal[int(die * len(legal))] for legal, die in zip(env.legal, dice, strict=True)])
        return 20 * GAMES

    return play


def turns(slug: str) -> Callable[[], int]:
    env = aec.env(slug)
    rng = np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=int(rng.integers(2**31)))
        steps = 0
        for _agent in env.agent_iter():
            observation, _reward, ended, cut, _info = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                steps += 1
        return steps

    return play


def bare(slug: str) -> Callable[[], int]:
    """The engine alone: legal actions, a choice, the action."""
    of, rng, number = shape(slug), Random(1), iter(range(10**9))

    def play() -> int:
        state = of.new_game(1, next(number))
        steps = 0
        while not state.is_over():
            legal = state.legal_actions()
            state.apply(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return play


def main(seconds: float) -> None:
    form = "compiled" if is_compiled() else "interpreted"
    found = {f"VectorEnv {slug}, {form}": rate(seconds, vector(slug)) for slug in SLUGS}
    found |= {f"PettingZoo form of {slug}, {form}": rate(seconds, turns(slug)) for slug in SLUGS[:1]}
    found |= {f"floor: bare engine of {slug}, {form}": rate(seconds, bare(slug)) for slug in SLUGS}
    print(json.dumps(found))


if __name__ == "__main__":
    main(float(sys.argv[1]))
