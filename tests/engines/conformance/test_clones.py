"""A clone plays on alone."""

import copy
from random import Random
from typing import Any

from engines.interface import PUBLIC, Engine, Json
from tests.engines.conformance.playing import finish, moments, snapshot, start, with_seeds


@with_seeds(1)
def test_playing_a_clone_leaves_the_state_alone_and_the_other_way_round(slug: str, seed: int) -> None:
    for state in moments(slug, seed, 6):
        before = snapshot(state)
        clone = state.clone()
        assert snapshot(clone) == before
        finish(clone, Random(seed))
        assert snapshot(state) == before
        after = snapshot(clone)
        finish(state, Random(seed + 1))
        assert snapshot(clone) == after


@with_seeds(1)
def test_equal_choices_in_a_clone_lead_to_the_same_end(slug: str, seed: int) -> None:
    for state in moments(slug, seed, 4):
        clone = state.clone()
        finish(clone, Random(seed))
        finish(state, Random(seed))
        assert snapshot(clone) == snapshot(state)


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


def spoil(value: Any) -> None:
    """Changes everything that can be changed in a JSON value."""
    inner = list(value.values()) if isinstance(value, dict) else value
    for each in inner:
        if isinstance(each, dict | list):
            spoil(each)
    if isinstance(value, dict):
        value["spoilt"] = True
    else:
        value.append("spoilt")


def test_changing_events_that_were_read_or_saved_leaves_the_log_alone(slug: str, engine: Engine) -> None:
    state = start(slug, 6)
    for _step in range(30):
        if not state.is_over():
            state.apply(state.legal_actions()[0])
    before = snapshot(state)
    other = copy.deepcopy(state)
    saved = state.save()
    restored = engine.restore(saved)
    for seat in range(PUBLIC, state.variant.seats):
        spoil(state.events(seat))
        spoil(other.events(seat))
    spoil(state.save())
    spoil(saved)
    assert snapshot(state) == before
    assert snapshot(other) == before
    assert snapshot(restored) == before


def test_changing_a_view_leaves_the_state_alone(slug: str) -> None:
    state = moments(slug, 3, 2)[1]
    before = snapshot(state)
    views: list[Json] = [state.view(seat) for seat in range(PUBLIC, state.variant.seats)]
    spoil(views)
    assert snapshot(state) == before
