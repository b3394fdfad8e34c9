"""What is not legal is refused with a specific error, and nothing changes."""

from random import Random

import pytest
from hypothesis import given

from engines.errors import GameNotOverError, GameOverError, IllegalActionError, WrongSeatError
from engines.interface import Engine, State
from tests.engines.conformance.playing import examples, moments, seeds, snapshot


def assert_sentence(error: pytest.ExceptionInfo[Exception]) -> None:
    text = str(error.value)
    assert text[:1].isupper()
    assert text.endswith(".")


def running(slug: str, seed: int, count: int) -> list[State]:
    return [state for state in moments(slug, seed, count) if not state.is_over()]


@examples(1)
@given(seed=seeds)
def test_every_legal_action_is_accepted(slug: str, engine: Engine, seed: int) -> None:
    for state in running(slug, seed, 15):
        for seat in state.deciders():
            for action in state.legal_actions(seat):
                copy = state.clone()
                copy.play(seat, action)
                engine.check(copy)


@examples(1)
@given(seed=seeds)
def test_every_other_action_is_refused_and_changes_nothing(slug: str, engine: Engine, seed: int) -> None:
    for state in running(slug, seed, 6):
        before = snapshot(state)
        ids = [-1, -7, *range(engine.action_count(state.variant) + 2), 10**12]
        for seat in state.deciders():
            legal = set(state.legal_actions(seat))
            for action in ids:
                if action not in legal:
                    with pytest.raises(IllegalActionError) as error:
                        state.play(seat, action)
            assert_sentence(error)
        assert snapshot(state) == before


@examples(1)
@given(seed=seeds)
def test_a_seat_that_is_not_asked_is_refused(slug: str, seed: int) -> None:
    for state in running(slug, seed, 15):
        before = snapshot(state)
        asked = state.deciders()
        action = state.legal_actions()[0]
        for seat in [-1, -2, state.variant.seats, *range(state.variant.seats)]:
            if seat not in asked:
                with pytest.raises(WrongSeatError) as error:
                    state.play(seat, action)
                assert_sentence(error)
        assert snapshot(state) == before


@examples(1)
@given(seed=seeds)
def test_a_finished_game_refuses_every_action(slug: str, engine: Engine, seed: int) -> None:
    state = moments(slug, seed, 1)[-1]
    before = snapshot(state)
    for seat in range(state.variant.seats):
        for action in (0, engine.action_count(state.variant) - 1):
            with pytest.raises(GameOverError) as error:
                state.play(seat, action)
            assert_sentence(error)
    assert snapshot(state) == before


def test_a_seat_that_does_not_exist_has_no_view_actions_events_or_samples(slug: str) -> None:
    state = moments(slug, 1, 1)[0]
    for seat in (-2, state.variant.seats):
        with pytest.raises(WrongSeatError):
            state.view(seat)
        with pytest.raises(WrongSeatError):
            state.legal_actions(seat)
        with pytest.raises(WrongSeatError):
            state.events(seat)
        with pytest.raises(WrongSeatError):
            state.resample(seat, Random(0))


def test_a_running_game_has_no_ranks(slug: str) -> None:
    with pytest.raises(GameNotOverError) as error:
        moments(slug, 1, 1)[0].ranks()
    assert_sentence(error)
