"""Another Day, Recycle, Longevity, Sowing, Salvage, Voyage, Jubilee."""

import pytest

from engines.karmaka import position
from tests.engines.karmaka.helpers import (
    PUBLIC,
    ability,
    act,
    asked,
    choices,
    deck,
    deeds,
    future,
    future_seen,
    hand,
    ruins,
    surely,
)


def test_another_day_draws_the_top_of_the_well_unseen_by_others() -> None:
    state = position("karmaka-2", hands=[["Another Day"]], well=["Panic", "Spite"], at="play")
    ability(state, "Another Day")
    assert hand(state, 0) == ["Spite"]
    assert surely(state, 1, 0) == []


def test_recycle_moves_one_of_the_top_three_ruins_onto_the_future_life_for_all_to_see() -> None:
    state = position(
        "karmaka-2", hands=[["Recycle"]], ruins=["Voyage", "Peek", "Spite", "Panic"], futures=[["Crisis"]], at="play"
    )
    ability(state, "Recycle")
    assert len(choices(state)) == 3
    act(state, "take from the Ruins at depth 2")
    assert future(state, 0) == ["Crisis", "Peek"]
    assert ruins(state) == ["Voyage", "Spite", "Panic"]
    assert future_seen(state, 1, 0) == future_seen(state, PUBLIC, 0) == [None, "Peek"]


@pytest.mark.parametrize("name", ["Recycle", "Salvage"])
def test_without_ruins_nothing_happens(name: str) -> None:
    state = position("karmaka-2", hands=[[name]], at="play")
    ability(state, name)
    assert asked(state) == ("OFFER", 1)


@pytest.mark.parametrize("name", ["Recycle", "Salvage"])
def test_the_only_card_of_the_ruins_must_be_taken(name: str) -> None:
    state = position("karmaka-2", hands=[[name]], ruins=["Spite"], at="play")
    ability(state, name)
    assert ruins(state) == []
    assert asked(state) == ("OFFER", 1)


def test_equal_neighbours_in_the_ruins_are_one_choice() -> None:
    state = position("karmaka-2", hands=[["Salvage"]], ruins=["Spite", "Peek", "Peek"], at="play")
    ability(state, "Salvage")
    assert choices(state) == ["take from the Ruins at depth 0", "take from the Ruins at depth 2"]
    apart = position("karmaka-2", hands=[["Salvage"]], ruins=["Peek", "Spite", "Peek"], at="play")
    ability(apart, "Salvage")
    assert len(choices(apart)) == 3


def test_salvage_cannot_fetch_itself_and_its_card_is_known_to_all() -> None:
    state = position("karmaka-2", hands=[["Salvage"]], ruins=["Spite", "Peek"], at="play")
    ability(state, "Salvage", "take from the Ruins at depth 1")
    assert hand(state, 0) == ["Spite"]
    assert ruins(state) == ["Peek"]
    assert surely(state, 1, 0) == surely(state, PUBLIC, 0) == ["Spite"]


def test_longevity_deals_onto_the_deck_so_that_the_last_card_is_drawn_first() -> None:
    state = position("karmaka-2", hands=[["Longevity"]], decks=[["Peek"]], well=["Panic", "Spite", "Voyage"], at="play")
    ability(state, "Longevity", "target seat 0")
    assert deck(state, 0) == ["Peek", "Voyage", "Spite"]
    assert asked(state) == ("OFFER", 1)


def test_longevity_on_the_own_seat_is_offered_to_all_rivals() -> None:
    state = position("karmaka-3", hands=[["Longevity"]], at="play")
    ability(state, "Longevity", "target seat 0", "decline the offered card")
    assert asked(state) == ("OFFER", 2)


def test_longevity_with_one_card_left_deals_one() -> None:
    state = position("karmaka-2", hands=[["Longevity"]], decks=[[], None], well=["Panic"], at="play")
    ability(state, "Longevity", "target seat 0")
    assert deck(state, 0) == ["Panic"]


def test_sowing_draws_two_and_puts_two_down_in_the_order_named() -> None:
    state = position("karmaka-2", hands=[["Sowing", "Crisis"]], well=["Panic", "Spite"], at="play")
    ability(state, "Sowing")
    assert asked(state) == ("SOWING", 0)
    assert len(choices(state)) == 6
    act(state, "put on the Future Life Spite, then Crisis")
    assert future(state, 0) == ["Spite", "Crisis"]
    assert hand(state, 0) == ["Panic"]
    assert future_seen(state, 1, 0) == [None, None]


def test_sowing_counts_equal_cards_once() -> None:
    state = position("karmaka-2", hands=[["Sowing", "Peek", "Peek"]], well=["Spite", "Peek"], at="play")
    ability(state, "Sowing")
    assert choices(state) == [
        "put on the Future Life Peek, then Peek",
        "put on the Future Life Peek, then Spite",
        "put on the Future Life Spite, then Peek",
    ]


@pytest.mark.parametrize(("well", "kept"), [(["Peek"], ["Peek"]), ([], [])])
def test_sowing_with_a_short_well_does_what_it_can(well: list[str], kept: list[str]) -> None:
    state = position("karmaka-2", hands=[["Sowing"]], well=well, at="play")
    ability(state, "Sowing")
    assert future(state, 0) == kept
    assert asked(state) == ("OFFER", 1)


def test_voyage_draws_three_and_gives_an_extra_play_that_need_not_be_used() -> None:
    state = position("karmaka-2", hands=[["Voyage"]], decks=[[]], well=["Peek", "Panic", "Spite"], at="play")
    ability(state, "Voyage", "decline the offered card")
    assert asked(state) == ("EXTRA_PLAY", 0)
    act(state, "stop")
    assert hand(state, 0) == ["Peek", "Panic", "Spite"]
    assert asked(state) == ("PLAY", 1)


def test_jubilee_adds_up_to_two_deeds_the_last_one_exposed() -> None:
    state = position("karmaka-2", hands=[["Jubilee", "Peek", "Spite"]], deeds=[["Crisis"]], at="play")
    ability(state, "Jubilee")
    assert choices(state) == [
        "add to the Deeds nothing",
        "add to the Deeds Peek",
        "add to the Deeds Spite",
        "add to the Deeds Peek, then Spite",
        "add to the Deeds Spite, then Peek",
    ]
    act(state, "add to the Deeds Spite, then Peek")
    assert deeds(state, 0) == ["Crisis", "Spite", "Peek"]


def test_jubilee_may_add_nothing() -> None:
    state = position("karmaka-2", hands=[["Jubilee", "Peek"]], at="play")
    ability(state, "Jubilee", "add to the Deeds nothing")
    assert deeds(state, 0) == []


def test_jubilee_with_an_empty_hand_does_nothing() -> None:
    state = position("karmaka-2", hands=[["Jubilee"]], at="play")
    ability(state, "Jubilee")
    assert asked(state) == ("OFFER", 1)
