"""Saved states come back whole, and damaged ones are refused with a sentence."""

import copy
import json
import pickle
from typing import Any

import pytest

from engines import registry
from engines.errors import SavedStateError
from engines.interface import Engine
from tests.engines.conformance.playing import moments, snapshot, start, steps, with_seeds

JUNK: list[Any] = [None, True, -1, 10**9, "?", [], ["?"], {}, [None], 1.5]


@with_seeds(1)
def test_a_state_can_be_saved_and_restored_at_every_step(slug: str, engine: Engine, seed: int) -> None:
    for at, (state, seat, action) in enumerate(steps(slug, seed, record=False)):
        saved = json.dumps(state.save())
        back = engine.restore(json.loads(saved))
        assert json.dumps(back.save()) == saved
        assert back.legal_actions() == state.legal_actions()
        if at % 16 == 0:
            assert snapshot(back) == snapshot(state)
        if seat >= 0:
            expected = state.clone()
            expected.play(seat, action)
            back.play(seat, action)
            assert back.view(seat) == expected.view(seat)


@with_seeds(1)
def test_the_events_are_saved_too(slug: str, engine: Engine, seed: int) -> None:
    for at, (state, _seat, _action) in enumerate(steps(slug, seed)):
        if at % 64 == 0 or state.is_over():
            back = engine.restore(json.loads(json.dumps(state.save())))
            assert back.event_count() == state.event_count() > 0
            assert snapshot(back) == snapshot(state)


@with_seeds(1)
def test_pickle_and_deepcopy_give_equal_states(slug: str, seed: int) -> None:
    for at, (state, _seat, _action) in enumerate(steps(slug, seed)):
        if at % 64 == 0 or state.is_over():
            whole = snapshot(state)
            assert snapshot(pickle.loads(pickle.dumps(state))) == whole  # noqa: S301 - our own bytes
            assert snapshot(copy.deepcopy(state)) == whole


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, outermost first; of long lists only the first two items."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key in value:
            found += paths(value[key], (*path, key))
    if isinstance(value, list):
        for at in range(min(len(value), 2)):
            found += paths(value[at], (*path, at))
    return found


def replaced(value: Any, path: tuple[Any, ...], junk: Any) -> Any:
    """The value with something else at one place; what is not on the way there is shared with the original."""
    if not path:
        return junk
    result = copy.copy(value)
    result[path[0]] = replaced(value[path[0]], path[1:], junk)
    return result


def assert_sentences(complaints: list[str]) -> None:
    assert len(complaints) > 100
    assert all(text[:1].isupper() and text.endswith(".") for text in complaints)


def test_a_damaged_saved_state_is_refused_or_means_a_whole_state(slug: str, engine: Engine) -> None:
    """Whatever is written over a field, the answer is a ``SavedStateError`` or a state that can be played."""
    complaints: list[str] = []
    for state in moments(slug, 5, 1)[:2]:
        saved = state.save()
        before = json.dumps(saved)
        for path in paths(saved):
            for junk in JUNK:
                try:
                    back = registry.restore(replaced(saved, path, junk))
                except SavedStateError as error:
                    complaints.append(str(error))
                else:
                    snapshot(back)
                    if not back.is_over():
                        back.play(back.actor(), back.legal_actions()[0])
        assert json.dumps(saved) == before, "restoring leaves what it reads as it was"
    assert_sentences(complaints)


EVENTS: list[Any] = [5, "deal", [], {}, {"type": 5}, {"type": "draw", "cards": [["1"]]}, {"type": "draw", "cards": {}}]


@pytest.mark.parametrize("event", EVENTS)
def test_a_saved_event_that_no_game_writes_is_refused(slug: str, engine: Engine, event: Any) -> None:
    saved = start(slug, 5).save()
    with_owner = isinstance(saved["events"][0], list)
    saved["events"][0] = [event, 0, {}] if with_owner else event
    with pytest.raises(SavedStateError, match="event 0"):
        engine.restore(saved)


@pytest.mark.parametrize("owner", [-2, 99, True, 1.0, None, "0"])
def test_a_saved_event_of_a_seat_that_does_not_exist_is_refused(slug: str, engine: Engine, owner: Any) -> None:
    saved = start(slug, 5).save()
    if isinstance(saved["events"][0], list):  # where all events are public there are no owners
        saved["events"][0][1] = owner
        with pytest.raises(SavedStateError, match="event 0"):
            engine.restore(saved)


def test_a_saved_state_without_one_of_its_fields_is_refused_by_name(slug: str, engine: Engine) -> None:
    for state in moments(slug, 5, 2):
        saved = state.save()
        for field in saved:
            with pytest.raises(SavedStateError, match=field):
                engine.restore({key: value for key, value in saved.items() if key != field})


@pytest.mark.parametrize("junk", [None, 3, "karma", [], {}, {"variant": 7}, {"variant": "chess-2"}])
def test_what_is_no_saved_state_at_all_is_refused(slug: str, engine: Engine, junk: Any) -> None:
    with pytest.raises(SavedStateError):
        engine.restore(junk)
    with pytest.raises(SavedStateError):
        registry.restore(junk)


def test_a_state_of_other_rules_is_refused(slug: str, engine: Engine) -> None:
    saved = moments(slug, 5, 1)[0].save()
    saved["rules_version"] = engine.rules_version + 1
    with pytest.raises(SavedStateError, match="rules_version"):
        engine.restore(saved)
