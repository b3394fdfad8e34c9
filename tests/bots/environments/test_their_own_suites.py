"""PettingZoo, Gymnasium and OpenSpiel test our environments by their own tests, on every variant."""

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from bots.environments import aec, openspiel, rounds, single
from engines import variants

SLUGS = [variant.slug for variant in variants()]


class Module:
    """What ``max_cycles_test`` takes for a module."""

    def __init__(self, slug: str) -> None:
        self._slug = slug

    def parallel_env(self, max_cycles: int) -> Any:
        return rounds.parallel_env(self._slug, max_cycles)

    def env(self, max_cycles: int) -> Any:
        return rounds.env(self._slug, max_cycles)


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_api(slug: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # "not an image", and that a dictionary has no shape
        api_test(aec.env(slug), num_cycles=100, verbose_progress=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_seeds(slug: str) -> None:
    seed_test(lambda: aec.env(slug), num_cycles=50)


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_in_rounds(slug: str) -> None:
    parallel_api_test(rounds.parallel_env(slug), num_cycles=50)
    parallel_seed_test(lambda: rounds.parallel_env(slug), num_cycles=50)


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_max_cycles(slug: str) -> None:
    max_cycles_test(Module(slug))


@pytest.mark.parametrize("slug", SLUGS)
def test_gymnasium(slug: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(gymnasium.make("KarmaArena-v0", variant=slug, opponents="random").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("slug", SLUGS)
def test_openspiel(slug: str) -> None:
    random.seed(1)
    np.random.seed(1)
    game = pyspiel.load_game(openspiel.NAME, {"variant": slug})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiel_writes_a_state_down_and_reads_it_again() -> None:
    game = pyspiel.load_game("karma_arena(variant=diamoniak-2)")
    state = game.new_initial_state()
    for _step in range(openspiel.THROWS + 12):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    _game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)
    assert again.observation_tensor(0) == state.observation_tensor(0)


def test_a_learner_wins_and_loses_as_many_points_as_the_others() -> None:
    env = gymnasium.make("KarmaArena-v0", variant="karma-2", opponents="random")
    rewards = []
    for number in range(40):
        observation, _info = env.reset(seed=number)
        done = False
        while not done:
            action = int(np.flatnonzero(observation["action_mask"])[0])
            observation, reward, done, _cut, _more = env.step(action)
        rewards.append(float(reward))
    assert set(rewards) <= {-1.0, 1.0}
    assert len(set(rewards)) == 2


def test_an_illegal_action_ends_the_game_for_who_took_it() -> None:
    env = gymnasium.make("KarmaArena-v0", variant="karma-2")
    observation, _info = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    assert env.step(illegal)[1:3] == (single.ILLEGAL, True)


def test_the_table_can_be_looked_at() -> None:
    for env in (aec.env("karma-2", "ansi"), rounds.parallel_env("karma-2", render_mode="ansi")):
        env.reset(seed=1)
        assert "seat" in env.render().lower()
