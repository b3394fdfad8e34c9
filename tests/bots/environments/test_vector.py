"""Many games in one process: the same games as the engines play one by one."""

import numpy as np
import numpy.typing as npt
import pytest

from bots.environments.shapes import ShapeError, rewards_of, shape
from bots.environments.vector import VectorEnv
from engines import variants

SLUGS = [variant.slug for variant in variants()]


def first_legal(env: VectorEnv) -> npt.NDArray[np.intp]:
    return np.asarray(env.masks.argmax(axis=1))


def by_chance(env: VectorEnv, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    noise = rng.random(env.masks.shape, dtype=np.float32)
    return np.asarray(np.where(env.masks, noise, -1.0).argmax(axis=1))


@pytest.mark.parametrize("slug", SLUGS)
def test_it_says_of_every_game_what_the_engine_says(slug: str) -> None:
    env = VectorEnv(slug, 3, seed=5)
    rng = np.random.default_rng(1)
    states = [env.shape.new_game(5, number) for number in range(3)]
    dealt = 3
    for _step in range(400):
        for row, state in enumerate(states):
            seat = state.actor()
            assert env.seats[row] == seat
            assert np.flatnonzero(env.masks[row]).tolist() == state.legal_actions(seat)
            assert bytes(env.observations[row]) == env.shape.observe(state, seat)
        actions = by_chance(env, rng)
        rewards, done = env.step(actions)
        for row, state in enumerate(states):
            state.play(state.actor(), int(actions[row]))
            assert done[row] == state.is_over()
            if state.is_over():
                assert rewards[row].tolist() == pytest.approx(env.shape.rewards(state))
                states[row] = env.shape.new_game(5, dealt)
                dealt += 1
    assert env.finished == dealt - 3


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    one, same, other = VectorEnv("karma-2", 4, 1), VectorEnv("karma-2", 4, 1), VectorEnv("karma-2", 4, 2)
    assert (one.observations == same.observations).all()
    assert (one.observations != other.observations).any()
    for _step in range(100):
        one.step(first_legal(one))
        same.step(first_legal(same))
        assert (one.observations == same.observations).all()


@pytest.mark.parametrize("slug", ["karma-3", "diamoniak-2", "karmaka-2v2"])
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_against_opponents_only_the_learners_seat_is_asked(slug: str, name: str) -> None:
    env = VectorEnv(slug, 4, seed=3, opponents=name)
    rng = np.random.default_rng(2)
    seen = set()
    for _step in range(300):
        assert (env.seats == env.learners).all()
        seen |= set(env.learners.tolist())
        env.step(by_chance(env, rng))
    assert seen == set(range(env.shape.seats))


def test_against_greedy_chance_loses() -> None:
    env = VectorEnv("diamoniak-2", 16, seed=4, opponents="greedy")
    rng = np.random.default_rng(3)
    total = 0.0
    while env.finished < 300:
        learners = env.learners.copy()
        rewards, done = env.step(by_chance(env, rng))
        total += float(rewards[np.flatnonzero(done), learners[done]].sum())
    assert total < 0


def test_an_illegal_action_is_refused_before_any_game_moves() -> None:
    env = VectorEnv("karma-2", 2)
    before = env.observations.copy()
    actions = first_legal(env)
    actions[1] = int(np.flatnonzero(~env.masks[1])[0])
    with pytest.raises(ShapeError, match="is not legal in game 1"):
        env.step(actions)
    assert (env.observations == before).all()
    with pytest.raises(ShapeError, match="as many actions are needed, not 1"):
        env.step(actions[:1])


def test_rewards_of_a_game_add_up_to_nothing() -> None:
    for ranks in ([1, 2], [1, 1], [1, 2, 2, 4], [1, 1, 1, 4, 5, 5]):
        assert sum(rewards_of(ranks)) == pytest.approx(0)


def test_what_cannot_be_played_gets_a_sentence(market_day: str) -> None:
    with pytest.raises(ShapeError, match="At least one game"):
        VectorEnv("karma-2", 0)
    with pytest.raises(ShapeError, match="does not say as numbers"):
        shape(f"{market_day}-3")
    with pytest.raises(KeyError, match="search thinks too long"):
        VectorEnv("karma-2", 1, opponents="search")
    with pytest.raises(KeyError, match="There is no house bot"):
        VectorEnv("karma-2", 1, opponents="nobody")
