"""Positions by card names, and what is refused."""

from typing import Any

import pytest

from engines.errors import PositionError, UnknownCardError, UnknownVariantError
from engines.karma import ENGINE, position
from tests.engines.karma.helpers import do, hand, options


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_position_without_any_cards_named_is_a_whole_game(seats: int) -> None:
    state = position(f"karma-{seats}")
    ENGINE.check(state)
    assert state.view(0)["draw"] == 60 - 9 * seats
    assert all(len(options(position(f"karma-{seats}", turn=seat))) > 1 for seat in range(seats))


def test_named_cards_lie_where_they_are_named() -> None:
    state = position(
        "karma-3", hands=["1 2 3", None, ["T", 4, 5]], up={1: "6 7"}, down={0: "8 - 9"}, pile="2 2", draw="12 13 14"
    )
    saved = state.save()
    assert saved["seats"][0]["hand"] == ["1", "2", "3"]
    assert saved["seats"][2]["hand"] == ["4", "5", "T"]
    assert saved["seats"][1]["up"] == ["6", "7"]
    assert saved["seats"][0]["down"] == ["8", None, "9"]
    assert saved["draw"] == ["12", "13", "14"]
    assert len(saved["box"]) == 60 - 9 - 8 - 8 - 2 - 3
    ENGINE.check(state)


def test_the_draw_pile_is_empty_when_a_named_hand_is_short() -> None:
    assert position("karma-3", hands=["5 6"]).view(0)["draw"] == 0
    assert position("karma-3", hands=["5 6"], draw=7).view(0)["draw"] == 7


def test_with_the_box_named_the_rest_is_drawn() -> None:
    state = position("karma-2", box="1 1 1")
    assert (state.view(0)["box"], state.view(0)["draw"]) == (["1", "1", "1"], 60 - 18 - 3)


def test_many_cards_on_the_pile_leave_fewer_for_the_zones_not_named() -> None:
    pile = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 2 3 4"
    state = position("karma-6", pile=pile, hands=["T 2 3"])
    ENGINE.check(state)
    assert len(state.view(0)["pile"]) == 20


def test_a_position_can_be_recorded() -> None:
    state = position("karma-3", hands=["1 2 3"], record=True)
    do(state, "play 1")
    assert state.events(-1)[0] == {"type": "play", "seat": 0, "zone": "hand", "cards": ["1"]}


def test_the_same_words_give_the_same_position() -> None:
    assert position("karma-4", hands=["1 2 3"]).save() == position("karma-4", hands=["1 2 3"]).save()
    assert hand(position("karma-4", hands=["1, 2,3"]), 0) == "1 2 3"


REFUSED: list[tuple[type[Exception], str, dict[str, Any]]] = [
    (UnknownCardError, "'17'", {"hands": ["17"]}),
    (UnknownCardError, "'X'", {"pile": "3 X"}),
    (UnknownCardError, "'x'", {"down": ["x"]}),
    (UnknownCardError, "more than 3 times", {"hands": ["4 4"], "pile": "4 4"}),
    (PositionError, "entry per seat", {"hands": "4 4 4"}),
    (PositionError, "seat 3", {"hands": {3: "4"}}),
    (PositionError, "seat 3", {"up": ["", "", "", "4"]}),
    (PositionError, "three face-down slots", {"down": ["1 2 3 4"]}),
    (PositionError, "at most three face-up", {"up": ["1 2 3 4"]}),
    (PositionError, "G never lies on the pile", {"pile": "3 G"}),
    (PositionError, "top three cards", {"pile": "5 5 5"}),
    (PositionError, "cannot have 61 cards", {"draw": 61}),
    (PositionError, "cannot have -1 cards", {"draw": -1}),
    (PositionError, "have no place", {"draw": 3, "box": "1"}),
    (PositionError, "no seat", {"turn": 3}),
    (PositionError, "no seat", {"first": -1}),
    (PositionError, "turn_number", {"turn_number": 1001}),
    (PositionError, "has no cards", {"hands": [""], "up": [""], "down": [""], "draw": 0}),
    (PositionError, "At least two seats", {"hands": ["1", "", ""], "up": [""] * 3, "down": [""] * 3, "draw": 0}),
    (PositionError, "while the draw pile has cards", {"hands": [""], "draw": 5}),
    (PositionError, "Nobody is out", {"hands": {1: ""}, "up": {1: ""}, "down": {1: ""}, "draw": 5}),
    (PositionError, "out names", {"out": [1]}),
    (PositionError, "known to hold", {"hands": ["1 2 3"], "known": ["4"]}),
    (UnknownCardError, "more than 3 times", {"hands": ["4 4 4 5"], "known": ["4 4 4 4"]}),
    (PositionError, "Seat 1 has not drawn up", {"hands": {1: ""}, "draw": 5}),
    (PositionError, "Seat 2 has not drawn up", {"hands": {2: "1 2"}, "draw": 1}),
    (PositionError, "Seat 0 has not drawn up", {"hands": ["1 2"], "draw": 1, "turn": 1}),
]

WRONGLY_TYPED: list[tuple[type[Exception], str, dict[str, Any]]] = [
    (PositionError, "hands needs cards as a text or a list", {"hands": [5]}),
    (PositionError, "hands needs a list with an entry per seat", {"hands": 5}),
    (PositionError, "names seat '0'", {"hands": {"0": "5"}}),
    (PositionError, "names seat True", {"up": {True: "5"}}),
    (PositionError, "down needs cards", {"down": [5]}),
    (PositionError, "pile needs cards", {"pile": 5}),
    (PositionError, "box needs cards", {"box": 1.5}),
    (PositionError, "known needs cards", {"known": [5]}),
    (PositionError, "draw is a number of cards, or", {"draw": 2.5}),
    (PositionError, "draw is a number of cards, or", {"draw": True}),
    (PositionError, "turn='0' is no seat", {"turn": "0"}),
    (PositionError, "first=None is no seat", {"first": None}),
    (PositionError, "turn_number=1.0", {"turn_number": 1.0}),
    (PositionError, "out needs a list of seats", {"out": 5}),
    (PositionError, "out needs a list of seats", {"out": ["0"]}),
    (UnknownCardError, "'None'", {"pile": [5, None]}),
    (UnknownCardError, "'5.0'", {"hands": [[5.0]]}),
]


@pytest.mark.parametrize(("error", "words", "cards"), REFUSED + WRONGLY_TYPED)
def test_what_the_rules_do_not_allow_is_refused(error: type[Exception], words: str, cards: dict[str, Any]) -> None:
    with pytest.raises(error, match=words) as caught:
        position("karma-3", **cards)
    assert str(caught.value).endswith(".")


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(UnknownVariantError):
        position("karma-7")
