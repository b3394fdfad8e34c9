"""Transmigrate, Peek, Destiny, Stolen Dreams, Thievery, Swindle; Denial is among the copies."""

import pytest

from engines import Deal
from engines.karmaka import position
from tests.engines.karmaka.helpers import (
    ability,
    act,
    asked,
    choices,
    deeds,
    future,
    future_seen,
    hand,
    ruins,
    surely,
    well,
)

# -- Transmigrate ---------------------------------------------------------------------------------------------


def test_transmigrate_takes_any_card_of_the_own_future_life() -> None:
    state = position("karmaka-2", hands=[["Transmigrate"]], futures=[["Peek", "Spite", "Panic"]], at="play")
    ability(state, "Transmigrate")
    assert asked(state) == ("PICK_FL", 0)
    act(state, "take from the Future Life number 1")
    assert hand(state, 0) == ["Spite"]
    assert future(state, 0) == ["Peek", "Panic"]
    assert asked(state) == ("OFFER", 1)


def test_transmigrate_takes_the_only_card_without_asking() -> None:
    state = position("karmaka-2", hands=[["Transmigrate"]], futures=[["Peek"]], at="play")
    ability(state, "Transmigrate")
    assert hand(state, 0) == ["Peek"]
    assert asked(state) == ("OFFER", 1)


def test_transmigrate_without_a_future_life_does_nothing() -> None:
    state = position("karmaka-2", hands=[["Transmigrate"]], at="play")
    ability(state, "Transmigrate")
    assert asked(state) == ("OFFER", 1)


def test_transmigrate_asks_for_each_of_two_equal_cards_because_the_number_is_seen_by_all() -> None:
    state = position("karmaka-2", hands=[["Transmigrate"]], futures=[["Peek", "Peek"]], at="play", record=True)
    ability(state, "Transmigrate")
    assert len(choices(state)) == 2
    act(state, "take from the Future Life number 1")
    (event,) = [each for each in state.events(1) if each["type"] == "take_from_future"]
    assert event["at"] == 1
    assert "card" not in event


# -- Peek -----------------------------------------------------------------------------------------------------


def test_peek_shows_the_whole_hand_and_gives_an_extra_play() -> None:
    state = position("karmaka-3", hands=[["Peek", "Panic"], ["Spite", "Denial"]], at="play")
    ability(state, "Peek", "target seat 1")
    assert surely(state, 0, 1) == ["Denial", "Spite"]
    assert surely(state, 2, 1) == []
    assert asked(state) == ("OFFER", 1)
    act(state, "decline the offered card")
    assert asked(state) == ("EXTRA_PLAY", 0)


def test_peek_at_an_empty_hand_is_legal() -> None:
    state = position("karmaka-2", hands=[["Peek", "Panic"], []], at="play")
    ability(state, "Peek")
    assert surely(state, 0, 1) == []
    assert asked(state) == ("OFFER", 1)


# -- Destiny --------------------------------------------------------------------------------------------------


def destiny_cards() -> list[str]:
    return ["Voyage", "Panic", "Spite", "Peek"]


def test_destiny_offers_every_order_of_three_different_cards() -> None:
    state = position("karmaka-2", hands=[["Destiny"]], well=destiny_cards(), at="play")
    ability(state, "Destiny")
    assert asked(state) == ("DESTINY", 0)
    assert len(choices(state)) == 18
    assert [slot["card"] for slot in state.view(0)["aside"]] == ["Peek", "Spite", "Panic"]
    assert [slot["card"] for slot in state.view(1)["aside"]] == [None, None, None]


def test_destiny_puts_cards_on_the_future_life_and_the_rest_back_in_the_order_named() -> None:
    state = position("karmaka-2", hands=[["Destiny"]], well=destiny_cards(), at="play")
    ability(state, "Destiny", "put card 1 on the Future Life, card 0, card 2 back on the Well")
    assert future(state, 0) == ["Spite"]
    assert well(state) == ["Voyage", "Peek", "Panic"]


def test_destiny_may_put_two_cards_or_none_on_the_future_life() -> None:
    two = position("karmaka-2", hands=[["Destiny"]], well=destiny_cards(), at="play")
    ability(two, "Destiny", "put card 2, card 0 on the Future Life, card 1 back on the Well")
    assert future(two, 0) == ["Panic", "Peek"]
    assert well(two) == ["Voyage", "Spite"]
    none = position("karmaka-2", hands=[["Destiny"]], well=destiny_cards(), at="play")
    ability(none, "Destiny", "put nothing on the Future Life, card 2, card 1, card 0 back on the Well")
    assert future(none, 0) == []
    assert well(none) == destiny_cards()


@pytest.mark.parametrize(
    ("top", "ways"), [(["Peek", "Peek", "Peek"], 3), (["Peek", "Peek", "Spite"], 9), (["Peek", "Spite", "Peek"], 9)]
)
def test_destiny_counts_equal_cards_once(top: list[str], ways: int) -> None:
    state = position("karmaka-2", hands=[["Destiny"]], well=["Panic", *top], at="play")
    ability(state, "Destiny")
    assert len(choices(state)) == ways


def test_destiny_with_few_cards_left_sees_what_there_is() -> None:
    for cards, ways in ((2, 6), (1, 2)):
        state = position("karmaka-2", hands=[["Destiny"]], well=["Peek", "Spite"][:cards], at="play")
        ability(state, "Destiny")
        assert len(choices(state)) == ways
        act(state, choices(state)[-1])
        assert len(future(state, 0)) == min(2, cards)


def test_destiny_without_any_card_does_nothing() -> None:
    state = position("karmaka-2", hands=[["Destiny"]], well=[], ruins=["Peek", "Spite"], at="play")
    ability(state, "Destiny")
    assert asked(state) == ("OFFER", 1)


def test_destiny_reshuffles_between_its_cards_and_puts_unused_ones_back_on_top() -> None:
    ruined = ["Voyage", "Crisis", "Dwindle", "Sowing", "Recycle", "Salvage"]
    state = position("karmaka-2", hands=[["Destiny"]], well=["Peek"], ruins=ruined, at="play")
    ability(state, "Destiny")
    assert ruins(state) == ruined[3:]
    aside = [slot["card"] for slot in state.view(0)["aside"]]
    assert aside[0] == "Peek"
    act(state, "put nothing on the Future Life, card 2, card 1, card 0 back on the Well")
    assert well(state)[1:] == aside[::-1]
    assert len(well(state)) == 4


# -- Stolen Dreams --------------------------------------------------------------------------------------------


def test_stolen_dreams_takes_the_top_of_the_future_life_and_both_know_it() -> None:
    state = position("karmaka-3", hands=[["Stolen Dreams"]], futures=[["Panic"], ["Peek", "Spite"]], at="play")
    ability(state, "Stolen Dreams", "target seat 1")
    assert future(state, 0) == ["Panic", "Spite"]
    assert future(state, 1) == ["Peek"]
    assert [future_seen(state, seat, 0) for seat in range(3)] == [["Panic", "Spite"], [None, "Spite"], [None, None]]
    assert asked(state) == ("OFFER", 1)


def test_stolen_dreams_of_nothing_is_legal() -> None:
    state = position("karmaka-2", hands=[["Stolen Dreams"]], at="play")
    ability(state, "Stolen Dreams")
    assert asked(state) == ("OFFER", 1)


# -- Thievery -------------------------------------------------------------------------------------------------


def test_thievery_takes_the_exposed_deed_into_the_hand_for_all_to_see() -> None:
    state = position("karmaka-3", hands=[["Thievery"]], deeds=[[], ["Peek", "Spite"]], at="play")
    ability(state, "Thievery", "target seat 1")
    assert hand(state, 0) == ["Spite"]
    assert deeds(state, 1) == ["Peek"]
    assert surely(state, 1, 0) == surely(state, 2, 0) == surely(state, -1, 0) == ["Spite"]


def test_thievery_without_deeds_is_legal() -> None:
    state = position("karmaka-2", hands=[["Thievery"]], at="play")
    ability(state, "Thievery")
    assert hand(state, 0) == []
    assert asked(state) == ("OFFER", 1)


# -- Swindle --------------------------------------------------------------------------------------------------


def test_swindle_shows_three_random_cards_to_both_and_takes_one() -> None:
    held = ["Spite", "Denial", "Panic", "Crisis", "Voyage"]
    state = position("karmaka-3", hands=[["Swindle"], held], at="play")
    ability(state, "Swindle", "target seat 1")
    assert asked(state) == ("SWINDLE_TAKE", 0)
    shown = state.view(0)["shown"]["cards"]
    assert len(shown) == 3
    assert state.view(1)["shown"]["cards"] == shown
    assert state.view(2)["shown"] == {"count": 3, "cards": None}
    assert choices(state) == [f"take {name}" for name in shown]
    act(state, f"take {shown[1]}")
    assert hand(state, 0) == [shown[1]]
    assert len(hand(state, 1)) == 4
    assert surely(state, 1, 0) == [shown[1]]
    assert surely(state, 0, 1) == [shown[0], shown[2]]
    assert surely(state, 2, 0) == surely(state, 2, 1) == []


def test_swindle_shows_a_small_hand_completely_and_must_take() -> None:
    state = position("karmaka-2", hands=[["Swindle"], ["Spite"]], at="play")
    ability(state, "Swindle")
    assert hand(state, 0) == ["Spite"]
    assert hand(state, 1) == []
    assert asked(state) == ("OFFER", 1)


def test_swindle_asks_even_if_the_shown_cards_are_all_alike() -> None:
    state = position("karmaka-2", hands=[["Swindle"], ["Peek", "Peek", "Peek"]], at="play")
    ability(state, "Swindle")
    assert (asked(state), choices(state)) == (("SWINDLE_TAKE", 0), ["take Peek"])


def test_swindle_of_a_single_card_takes_it_without_a_question() -> None:
    state = position("karmaka-2", hands=[["Swindle"], ["Peek"]], at="play")
    ability(state, "Swindle")
    assert hand(state, 0) == ["Peek"]
    assert asked(state) == ("OFFER", 1)


def test_denial_asks_even_if_the_hand_is_all_alike() -> None:
    state = position("karmaka-2", hands=[["Denial", "Spite", "Spite"]], at="play")
    ability(state, "Denial")
    assert (asked(state), choices(state)) == (("PICK_HAND", 0), ["choose Spite"])


def test_swindle_of_an_empty_hand_is_legal() -> None:
    state = position("karmaka-2", hands=[["Swindle"], []], at="play")
    ability(state, "Swindle")
    assert asked(state) == ("OFFER", 1)


def test_swindle_shows_other_cards_in_other_deals() -> None:
    held = ["Spite", "Denial", "Panic", "Crisis", "Voyage"]
    seen = set()
    for number in range(100):
        state = position("karmaka-2", hands=[["Swindle"], held], deal=Deal.from_text(f"deal {number}"), at="play")
        ability(state, "Swindle")
        seen.add(tuple(state.view(0)["shown"]["cards"]))
    assert len(seen) == 10
