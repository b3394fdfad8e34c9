"""A clone plays on alone."""

from random import Random

from hypothesis import given

from tests.engines.conformance.playing import examples, finish, moments, seeds, snapshot


@examples(1)
@given(seed=seeds)
def test_playing_a_clone_leaves_the_state_alone_and_the_other_way_round(slug: str, seed: int) -> None:
    for state in moments(slug, seed, 6):
        before = snapshot(state)
        copy = state.clone()
        assert snapshot(copy) == before
        finish(copy, Random(seed))
        assert snapshot(state) == before
        after = snapshot(copy)
        finish(state, Random(seed + 1))
        assert snapshot(copy) == after


@examples(1)
@given(seed=seeds)
def test_equal_choices_in_a_clone_lead_to_the_same_end(slug: str, seed: int) -> None:
    for state in moments(slug, seed, 4):
        copy = state.clone()
        finish(copy, Random(seed))
        finish(state, Random(seed))
        assert snapshot(copy) == snapshot(state)


def test_changing_the_returned_lists_changes_nothing(slug: str) -> None:
    state = moments(slug, 3, 2)[1]
    before = snapshot(state)
    actions = state.legal_actions()
    state.legal_actions().clear()
    state.view(0).clear()
    for events in (state.events(0), state.events(-1)):
        events.clear()
    assert snapshot(state) == before
    assert state.legal_actions() == actions
