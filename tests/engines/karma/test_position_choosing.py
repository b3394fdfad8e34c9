"""Positions before the first turn, at the choice of the face-up cards."""

from typing import Any

import pytest

from engines.errors import PositionError
from engines.karma import ENGINE, position
from tests.engines.karma.helpers import hand, options, up

SIX = "2 3 4 5 5 G"


@pytest.mark.parametrize("slug", ["karma-2", "karma-3", "karma-6", "karma-4-foresight"])
def test_without_any_cards_named_it_is_a_whole_deal(slug: str) -> None:
    state = position(slug, choosing=True)
    ENGINE.check(state)
    seats = state.variant.seats
    view = state.view(0)
    assert (view["decision"], view["turn"], view["draw"], view["active"]) == ("CHOOSE_UP", 0, 60 - 9 * seats, None)
    assert state.deciders() == tuple(range(seats))
    assert ENGINE.restore(state.save()).save() == state.save()


def test_the_named_hand_is_chosen_from() -> None:
    state = position("karma-3", choosing=True, hands=[SIX], down={1: "7 8 9"}, draw="1 1 1", first=2)
    assert hand(state, 0) == SIX
    assert "choose 5 5 G" in options(state)
    saved = state.save()
    assert saved["seats"][1]["down"] == ["7", "8", "9"]
    assert (saved["draw"][:3], len(saved["draw"]), saved["first"]) == (["1", "1", "1"], 33, 2)


def test_seats_that_have_chosen_are_not_asked_again_and_show_nothing_yet() -> None:
    state = position("karma-3", choosing=True, hands=[SIX, "1 1 9 T B F"], chosen={1: "T B F"}, first=1)
    assert state.deciders() == (0, 2)
    assert state.view(1)["own"]["chosen"] == ["T", "B", "F"]
    assert up(state, 1) == ""
    for seat in state.deciders():
        state.play(seat, state.legal_actions(seat)[0])
    assert (state.decision(), state.actor(), up(state, 1), hand(state, 1)) == ("MAIN", 1, "T B F", "1 1 9")


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("six hand cards", {"hands": ["1 2 3"]}),
    ("three face-down cards", {"down": ["1 2"]}),
    ("shows no cards", {"up": ["1"]}),
    ("nothing has been played", {"pile": "3"}),
    ("nothing has been played", {"box": "3"}),
    ("33 cards are left to draw, not 5", {"draw": 5}),
    ("leave out known", {"known": ["1"]}),
    ("leave out turn,", {"turn": 1}),
    ("leave out turn_number", {"turn_number": 7}),
    ("nobody is out", {"out": [1]}),
    ("first=3 is no seat", {"first": 3}),
    ("Seat 0 can only choose three", {"hands": [SIX], "chosen": ["2 3"]}),
    ("Seat 0 can only choose three", {"hands": [SIX], "chosen": ["3 3 4"]}),
    ("Seat 0 can only choose three", {"hands": [SIX], "chosen": ["2 2 2 2"]}),
    ("chosen needs cards", {"chosen": [5]}),
    ("seat 3", {"chosen": {3: "1 2 3"}}),
    ("over when all have chosen", {"hands": ["1 2 3 4 5 6"] * 3, "chosen": ["1 2 3"] * 3}),
]


@pytest.mark.parametrize(("words", "cards"), REFUSED)
def test_what_cannot_be_before_the_first_turn_is_refused(words: str, cards: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match=words) as caught:
        position("karma-3", choosing=True, **cards)
    assert str(caught.value).endswith(".")


def test_chosen_cards_outside_the_choice_are_refused() -> None:
    with pytest.raises(PositionError, match="choosing=True"):
        position("karma-3", hands=["1 2 3"], chosen={0: "1 2 3"})
