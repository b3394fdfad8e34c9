"""What is not legal is refused with a specific error, and nothing changes."""

from random import Random
from typing import Any

import pytest

from engines import registry
from engines.errors import GameNotOverError, GameOverError, IllegalActionError, WrongSeatError
from engines.interface import Engine, State
from tests.engines.conformance.playing import deal_of, moments, snapshot, with_seeds

NO_NUMBERS: list[Any] = ["x", "0", None, 0.0, [1], (), {}, True, False, b"0", float("nan")]


def assert_sentence(error: pytest.ExceptionInfo[Exception]) -> None:
    text = str(error.value)
    assert text[:1].isupper()
    assert text.endswith(".")


def running(slug: str, seed: int, count: int) -> list[State]:
    return [state for state in moments(slug, seed, count) if not state.is_over()]


@with_seeds(1)
def test_every_legal_action_is_accepted(slug: str, engine: Engine, seed: int) -> None:
    for state in running(slug, seed, 15):
        for seat in state.deciders():
            for action in state.legal_actions(seat):
                copy = state.clone()
                copy.play(seat, action)
                engine.check(copy)


@with_seeds(1)
def test_every_other_action_is_refused_and_changes_nothing(slug: str, engine: Engine, seed: int) -> None:
    for state in running(slug, seed, 6):
        before = snapshot(state)
        ids = [-1, -7, *range(engine.action_count + 2), 10**12]
        for seat in state.deciders():
            legal = set(state.legal_actions(seat))
            for action in ids:
                if action not in legal:
                    with pytest.raises(IllegalActionError) as error:
                        state.play(seat, action)
            assert_sentence(error)
        assert snapshot(state) == before


@with_seeds(1)
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


@with_seeds(1)
def test_a_finished_game_refuses_every_action(slug: str, engine: Engine, seed: int) -> None:
    state = moments(slug, seed, 1)[-1]
    before = snapshot(state)
    for seat in range(state.variant.seats):
        for action in (0, engine.action_count - 1):
            with pytest.raises(GameOverError) as error:
                state.play(seat, action)
            assert_sentence(error)
    assert snapshot(state) == before


def test_an_action_that_is_no_whole_number_is_refused_and_changes_nothing(slug: str) -> None:
    for state in running(slug, 7, 3):
        before = snapshot(state)
        for seat in state.deciders():
            legal = state.legal_actions(seat)
            for junk in [*NO_NUMBERS, *(float(action) for action in legal), str(legal[0]), legal]:
                with pytest.raises(IllegalActionError) as error:
                    state.play(seat, junk)
                assert_sentence(error)
        assert snapshot(state) == before


def test_a_seat_that_is_no_whole_number_is_refused_and_changes_nothing(slug: str) -> None:
    for state in running(slug, 7, 3):
        before = snapshot(state)
        action = state.legal_actions()[0]
        for junk in [*NO_NUMBERS, float(state.actor()), str(state.actor()), -1.0]:
            for call in (lambda seat: state.play(seat, action), state.view, state.events):  # noqa: B023 - called at once
                with pytest.raises(WrongSeatError) as error:
                    call(junk)
                assert_sentence(error)
        assert snapshot(state) == before


def test_a_finished_game_refuses_what_is_no_number_too(slug: str) -> None:
    state = moments(slug, 7, 1)[-1]
    with pytest.raises(IllegalActionError):
        state.play(0, "x")
    with pytest.raises(WrongSeatError):
        state.play(None, 0)


@pytest.mark.parametrize("actions", [[[0, "a"]], [5], [[0]], [[]], [None], ["01"], [[0, 1, 2]], [{}], 5, None])
def test_a_list_of_actions_that_are_no_pairs_is_not_replayed(slug: str, actions: Any) -> None:
    with pytest.raises(IllegalActionError) as error:
        registry.replay(slug, deal_of(slug, 1), actions, first_seat=0)
    assert_sentence(error)


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
