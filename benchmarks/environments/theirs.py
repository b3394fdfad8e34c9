"""Measures environments of others; runs in a virtual environment of its own and prints JSON."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

ENVS = 64


def rate(seconds: float, play: Callable[[], int]) -> float:  # as in ``ours``, which cannot be imported here
    play()
    steps = 0
    begin = time.process_time()
    while (took := time.process_time() - begin) < seconds:
        steps += play()
    return steps / took


def leduc() -> Callable[[], int]:
    from pettingzoo.classic import leduc_holdem_v4

    env = leduc_holdem_v4.env()
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


def uno() -> Callable[[], int]:
    import rlcard

    env = rlcard.make("uno", config={"seed": 1})
    rng = np.random.default_rng(1)

    def play() -> int:
        state, _player = env.reset()
        steps = 0
        while not env.is_over():
            state, _player = env.step(int(rng.choice(list(state["legal_actions"]))))
            steps += 1
        return steps

    return play


def spiel() -> Callable[[], int]:
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv

    envs = SyncVectorEnv([Environment("leduc_poker") for _ in range(ENVS)])
    rng = np.random.default_rng(1)
    times: list[Any] = [envs.reset()]

    def play() -> int:
        for _step in range(20):
            asked = [step.observations for step in times[0]]
            actions = [int(rng.choice(seen["legal_actions"][seen["current_player"]])) for seen in asked]
            times[0], *_rest = envs.step([StepOutput(action, None) for action in actions], reset_if_done=True)
        return 20 * ENVS

    return play


if __name__ == "__main__":
    length = float(sys.argv[1])
    print(
        json.dumps(
            {
                "PettingZoo leduc_holdem": rate(length, leduc()),
                "RLCard uno": rate(length, uno()),
                "OpenSpiel SyncVectorEnv, leduc_poker": rate(length, spiel()),
            }
        )
    )
