"""What a game tells learners: as many numbers for every state, and no more than the seat knows."""

from random import Random

import pytest

from engines.interface import State
from engines.registry import game, variant
from tests.engines.conformance.playing import moments, with_seeds


def observed(state: State, seat: int) -> bytes:
    observe = game(state.variant.game).observe
    if observe is None:
        pytest.skip(f"{state.variant.game} tells learners nothing.")
    return observe(state, seat)


@with_seeds(2)
def test_every_state_has_as_many_numbers(slug: str, seed: int) -> None:
    lengths = set()
    for state in moments(slug, seed, 40):
        for seat in range(variant(slug).seats):
            row = observed(state, seat)
            lengths.add(len(row))
    assert len(lengths) == 1


@with_seeds(2)
def test_it_does_not_change_with_what_the_seat_does_not_know(slug: str, seed: int) -> None:
    rng = Random(seed)
    for state in moments(slug, seed, 25):
        for seat in range(variant(slug).seats):
            assert observed(state.resample(seat, rng), seat) == observed(state, seat)


@with_seeds(1)
def test_seats_are_told_different_things(slug: str, seed: int) -> None:
    """Told from the observer on: at the first decision of a game two seats differ in who is asked."""
    state = next(iter(moments(slug, seed, 3)))
    assert observed(state, 0) != observed(state, 1)
