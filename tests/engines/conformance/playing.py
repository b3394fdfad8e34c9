"""Random games for the suite. A seed fixes the deal and every choice."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines import Deal, new_game
from engines.interface import PUBLIC, State

LONGEST = 20_000
"""More decisions than any game has; a game that goes on is a bug, not a reason to wait."""

Test = Callable[..., None]


def with_seeds(quick: int) -> Callable[[Test], Any]:
    """Runs a test that takes ``seed`` with so many of them; the environment variable ENGINE_TEST_FACTOR multiplies.

    Hypothesis tries the simplest number first, which would be the same 0 in every test of an ordinary run. So the
    seed is a hash of the number it draws and of the test's name.
    """
    factor = int(os.environ.get("ENGINE_TEST_FACTOR", "1"))
    limits = settings(
        max_examples=quick * factor,
        deadline=None,
        derandomize=factor == 1,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )

    def decorate(test: Test) -> Any:
        numbers = st.integers(min_value=0, max_value=2**32 - 1)
        return limits(given(seed=numbers.map(lambda number: mixed(test.__name__, number)))(test))

    return decorate


def mixed(name: str, number: int) -> int:
    """A number that differs from test to test, or from variant to variant."""
    return int.from_bytes(hashlib.sha256(f"{name} {number}".encode()).digest()[:4], "big")


def deal_of(slug: str, seed: int) -> Deal:
    """Variants get different deals from the same seed."""
    return Deal.from_text(f"conformance {slug} {seed}")


def start(slug: str, seed: int, record: bool = True) -> State:
    return new_game(slug, deal_of(slug, seed), record=record)


def pick(actions: list[int], rng: Random, skew: float) -> int:
    """Any action; a skew above 1 prefers low ids, which makes other games than the uniform choice."""
    return actions[int(len(actions) * rng.random() ** skew)]


def steps(slug: str, seed: int, record: bool = True) -> Iterator[tuple[State, int, int]]:
    """Plays a game; yields (state, seat, action) before each action and at last (state, -1, -1)."""
    state = start(slug, seed, record)
    rng = Random(mixed(slug, seed))
    skew = rng.choice((1.0, 1.0, 2.5))
    for _step in range(LONGEST):
        if state.is_over():
            yield state, -1, -1
            return
        seat = rng.choice(state.deciders())
        action = pick(state.legal_actions(seat), rng, skew)
        yield state, seat, action
        state.play(seat, action)
    raise AssertionError(f"{slug} with seed {seed} did not end after {LONGEST} decisions.")


def moments(slug: str, seed: int, count: int) -> list[State]:
    """Copies of a game at so many moments, the first and the last among them."""
    kept: list[State] = []
    every = 1
    for at, (state, _seat, _action) in enumerate(steps(slug, seed, record=False)):
        if at % every == 0 or state.is_over():
            kept.append(state.clone())
        if len(kept) > 2 * count:  # thin out as the game turns out to be long
            kept = kept[::2]
            every *= 2
    return kept


def finish(state: State, rng: Random) -> None:
    """Plays a state to its end."""
    for _step in range(LONGEST):
        if state.is_over():
            return
        state.apply(rng.choice(state.legal_actions()))
    raise AssertionError(f"{state.variant.slug} did not end after {LONGEST} decisions.")


def snapshot(state: State) -> str:
    """Everything about a state, as text."""
    seats = [PUBLIC, *range(state.variant.seats)]
    return json.dumps([state.save(), [state.view(seat) for seat in seats], [state.events(seat) for seat in seats]])
