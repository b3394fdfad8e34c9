"""Saved states and views that cannot be."""

from random import Random
from typing import Any

import pytest

from engines.errors import SavedStateError
from engines.interface import Json
from engines.karmaka import ENGINE, position
from tests.engines.karmaka.helpers import ability


def saved() -> Json:
    return position("karmaka-2", hands=[["Peek", "Spite"]], futures=[["Panic"]], ruins=["Crisis"], at="play").save()


def swindling() -> Json:
    state = position("karmaka-3", hands=[["Swindle"], ["Peek", "Spite", "Crisis", "Denial"]], at="play")
    ability(state, "Swindle", "target seat 1")
    return state.save()


def frame(step: str, seat: int, card: str | None) -> Json:
    return {"step": step, "seat": seat, "card": card, "number": 0}


@pytest.mark.parametrize(
    ("sentence", "changes"),
    [
        ("do not hold the 64 cards", {"ruins": []}),
        ("do not hold the 64 cards", {"ruins": ["Spite"]}),
        ("A hand is not sorted", {"hands": [["Spite", "Peek"], None]}),
        ("Transcendence", {"levels": [4, 0]}),
        ("rings held", {"rings": [7, 7]}),
        ("'turn'", {"turn": 601}),
        ("over without a winner", {"over": True, "pending": []}),
        ("no decision is pending", {"pending": []}),
        ("A decision of the turn itself names a card", {"pending": [frame("PLAY", 0, "Peek")]}),
        ("out of turn", {"pending": [frame("PLAY", 1, None)]}),
        ("not a rival", {"pending": [frame("OFFER", 0, "Peek")]}),
        ("without its card", {"pending": [frame("TARGET", 0, "Peek")]}),
        ("without its card", {"pending": [frame("PICK_HAND", 0, "Denial")]}),
        ("with cards reincarnates", {"pending": [frame("RINGS", 0, None)]}),
        ("'step'", {"pending": [frame("SLEEP", 0, None)]}),
        ("seed", {"seed": "zz"}),
        ("seed", {"seed": "00"}),
        ("names the game karma", {"variant": "karma-2"}),
        ("no variant called", {"variant": "karmaka-9"}),
        ("event 0", {"events": [[1, 2, 3]]}),
        ("more copies", {"surely": [["Spite"] * 3, [], [], [], [], []]}),
        ("remembers of the hand of seat 0 is wrong", {"surely": [[], [], ["Voyage"], [], [], []]}),
        ("remembers of the hand of seat 1 is wrong", {"perhaps": [[], ["Panic"] * 3, [], [], [], []]}),
        ("rules out", {"fresh": [[], [], []]}),
    ],
)
def test_an_impossible_saved_state_is_refused_with_a_reason(sentence: str, changes: dict[str, Any]) -> None:
    state = saved()
    hands = changes.get("hands")
    if hands:
        changes = {**changes, "hands": [hands[0], state["hands"][1]]}
    with pytest.raises(SavedStateError, match=sentence):
        ENGINE.restore({**state, **changes})


def test_a_future_life_that_its_owner_has_not_seen_is_refused() -> None:
    state = saved()
    state["futures"][0][0]["seen"] = 0
    with pytest.raises(SavedStateError, match="has not seen its own"):
        ENGINE.restore(state)


def test_cards_shown_must_be_in_the_hand_and_in_a_swindle() -> None:
    state = swindling()
    with pytest.raises(SavedStateError, match="not in the target's hand"):
        ENGINE.restore({**state, "shown": ["Voyage"]})
    with pytest.raises(SavedStateError, match="if and only if"):
        ENGINE.restore({**saved(), "shown": ["Spite"]})


def view() -> Json:
    return position("karmaka-2", hands=[["Peek", "Spite"]], futures=[["Panic"]], ruins=["Crisis"], at="play").view(0)


def test_a_view_that_contradicts_itself_is_refused() -> None:
    for field, value, sentence in (
        ("ruins", ["Spite", "Spite"], "known than the game has"),
        ("ruins", [], "hidden places"),
        ("decision", "OFFER", "'decision'"),
        ("ring_supply", 3, "'ring_supply'"),
        ("seat", 2, "'seat'"),
        ("own", None, "own of the view"),
        ("rules_version", 9, "'rules_version'"),
    ):
        with pytest.raises(SavedStateError, match=sentence):
            ENGINE.imagine({**view(), field: value}, Random(0))


def test_a_view_with_impossible_memory_is_refused() -> None:
    for field, cards, sentence in (
        ("surely", ["Voyage", "Voyage", "Panic", "Panic", "Crisis"], "fewer cards than are remembered"),
        ("perhaps", ["Voyage", "Voyage", "Panic", "Panic", "Crisis"], "too few for the cards remembered"),
    ):
        changed = view()
        changed["seats"][1][field] = cards
        with pytest.raises(SavedStateError, match=sentence):
            ENGINE.imagine(changed, Random(0))


def test_a_view_with_too_narrow_bounds_is_refused() -> None:
    changed = view()
    changed["bounds"]["well"] = ["Voyage"]
    with pytest.raises(SavedStateError, match="too few cards for the Well"):
        ENGINE.imagine(changed, Random(0))


def test_a_view_with_a_slot_from_nowhere_is_refused() -> None:
    changed = view()
    changed["seats"][1]["deck"][0]["source"] = "hand 3"
    with pytest.raises(SavedStateError, match="seat that does not exist"):
        ENGINE.imagine(changed, Random(0))
    changed["seats"][1]["deck"][0]["source"] = "sky"
    with pytest.raises(SavedStateError, match="'source'"):
        ENGINE.imagine(changed, Random(0))


def test_a_seen_slot_without_a_card_is_refused() -> None:
    changed = view()
    changed["seats"][0]["future"][0]["card"] = None
    with pytest.raises(SavedStateError, match="has seen has no card"):
        ENGINE.imagine(changed, Random(0))
