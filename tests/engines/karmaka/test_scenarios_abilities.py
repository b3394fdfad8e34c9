"""Short scenarios of abilities, copies and offers."""

from engines.karmaka import position
from tests.engines.karmaka.helpers import (
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
)


def test_vengeance_ruins_the_exposed_deed_and_is_offered_to_its_victim() -> None:
    state = position("karmaka-2", hands=[["Vengeance"]], deeds=[[], ["Peek", "Sowing"]], ruins=["Panic"], at="play")
    ability(state, "Vengeance")
    assert ruins(state)[-1] == "Sowing"
    assert deeds(state, 1) == ["Peek"]
    assert asked(state) == ("OFFER", 1)
    act(state, "decline the offered card")
    assert ruins(state) == ["Panic", "Sowing", "Vengeance"]


def test_an_accepted_card_goes_on_top_of_the_future_life() -> None:
    state = position(
        "karmaka-2", hands=[["Vengeance"]], deeds=[[], ["Peek"]], futures=[[], ["Spite"]], ruins=["Panic"], at="play"
    )
    ability(state, "Vengeance", "take the offered card")
    assert future(state, 1) == ["Spite", "Vengeance"]
    assert ruins(state) == ["Panic", "Peek"]


def test_vengeance_without_deeds_is_legal_and_offered() -> None:
    state = position("karmaka-2", hands=[["Vengeance"]], at="play")
    ability(state, "Vengeance")
    assert ruins(state) == []
    assert asked(state) == ("OFFER", 1)


def test_another_day_draws_is_offered_and_then_gives_an_extra_play() -> None:
    state = position("karmaka-2", hands=[["Another Day", "Peek"]], at="play")
    ability(state, "Another Day")
    assert len(hand(state, 0)) == 2
    assert asked(state) == ("OFFER", 1)
    act(state, "decline the offered card")
    assert asked(state) == ("EXTRA_PLAY", 0)
    assert "stop" in choices(state)
    assert "pass" not in choices(state)
    act(state, "stop")
    assert asked(state) == ("PLAY", 1)


def test_denial_copies_the_card_it_ruins_which_lies_on_the_ruins_already() -> None:
    state = position("karmaka-2", hands=[["Denial", "Salvage"]], ruins=["Peek", "Spite"], at="play")
    ability(state, "Denial")
    assert ruins(state) == ["Peek", "Spite", "Salvage"]
    assert asked(state) == ("PICK_RUINS", 0)
    assert choices(state) == [f"take from the Ruins at depth {depth}" for depth in (0, 1, 2)]
    act(state, "take from the Ruins at depth 0")
    assert hand(state, 0) == ["Salvage"]
    assert asked(state) == ("OFFER", 1)
    act(state, "decline the offered card")
    assert ruins(state) == ["Peek", "Spite", "Denial"]


def test_denial_as_the_last_card_does_nothing_and_is_offered() -> None:
    state = position("karmaka-2", hands=[["Denial"]], at="play")
    ability(state, "Denial")
    assert ruins(state) == []
    assert asked(state) == ("OFFER", 1)


def test_embody_on_embody_does_nothing_and_is_offered() -> None:
    state = position("karmaka-2", hands=[["Embody", "Peek"]], deeds=[["Embody"]], at="play")
    ability(state, "Embody")
    assert asked(state) == ("OFFER", 1)
    assert hand(state, 0) == ["Peek"]
    assert deeds(state, 0) == ["Embody"]


def test_mimic_on_mimic_does_nothing_and_is_offered() -> None:
    state = position("karmaka-2", hands=[["Mimic", "Peek"]], deeds=[[], ["Spite", "Mimic"]], at="play")
    ability(state, "Mimic")
    assert asked(state) == ("OFFER", 1)
    assert len(hand(state, 1)) == 4


def test_mimic_is_offered_only_to_the_target_of_what_it_copies() -> None:
    state = position("karmaka-3", hands=[["Mimic"]], deeds=[[], ["Spite"]], at="play")
    ability(state, "Mimic", "copy the exposed Deed of seat 1")
    assert asked(state) == ("TARGET", 0)
    act(state, "target seat 2")
    assert len(hand(state, 2)) == 2
    assert len(ruins(state)) == 2
    assert asked(state) == ("OFFER", 2)
    act(state, "decline the offered card")
    assert asked(state) == ("PLAY", 1)


def test_voyage_is_offered_to_all_rivals_from_the_left_before_the_extra_play() -> None:
    state = position("karmaka-3", hands=[["Voyage"]], at="play")
    ability(state, "Voyage")
    assert len(hand(state, 0)) == 3
    assert asked(state) == ("OFFER", 1)
    act(state, "decline the offered card")
    assert asked(state) == ("OFFER", 2)
    act(state, "decline the offered card")
    assert asked(state) == ("EXTRA_PLAY", 0)


def test_with_four_seats_the_seat_opposite_is_no_target() -> None:
    state = position("karmaka-4", hands=[["Longevity"]], at="play")
    ability(state, "Longevity")
    assert choices(state) == ["target seat 0", "target seat 1", "target seat 3"]


def test_mimic_may_copy_from_the_seat_opposite_but_not_hit_it() -> None:
    state = position("karmaka-4", hands=[["Mimic"]], deeds=[[], [], ["Thievery"]], at="play")
    ability(state, "Mimic")
    assert "copy the exposed Deed of seat 2" in choices(state)
    act(state, "copy the exposed Deed of seat 2")
    assert choices(state) == ["target seat 1", "target seat 3"]


def test_a_card_used_on_the_teammate_is_offered_to_the_rivals() -> None:
    state = position("karmaka-2v2", hands=[["Longevity"]], at="play")
    ability(state, "Longevity", "target seat 2")
    assert len(deck(state, 2)) == 4
    assert asked(state) == ("OFFER", 1)
    act(state, "decline the offered card")
    assert asked(state) == ("OFFER", 3)
    act(state, "decline the offered card")
    assert asked(state) == ("PLAY", 1)


def test_a_mate_card_lies_on_the_teammates_future_life_known_to_both() -> None:
    state = position("karmaka-2v2", hands=[["Spite"]], at="play")
    act(state, "play Spite on the teammate's Future Life")
    assert future(state, 2) == ["Spite"]
    assert [future_seen(state, seat, 2) for seat in range(4)] == [["Spite"], [None], ["Spite"], [None]]


def test_rival_cards_never_hit_the_teammate() -> None:
    state = position("karmaka-2v2", hands=[["Thievery"]], at="play")
    ability(state, "Thievery")
    assert choices(state) == ["target seat 1", "target seat 3"]


def test_dwindle_on_the_own_seat_is_offered_to_all_rivals() -> None:
    state = position("karmaka-3", hands=[["Dwindle", "Peek", "Spite"]], at="play")
    ability(state, "Dwindle", "target seat 0")
    assert asked(state) == ("PICK_HAND", 0)
    act(state, "choose Spite")
    assert ruins(state) == ["Spite"]
    assert asked(state) == ("OFFER", 1)
    act(state, "decline the offered card")
    assert asked(state) == ("OFFER", 2)


def test_crisis_lets_the_rival_choose_any_own_deed() -> None:
    state = position("karmaka-2", hands=[["Crisis"]], deeds=[[], ["Peek", "Spite", "Sowing"]], at="play")
    ability(state, "Crisis")
    assert asked(state) == ("PICK_DEED", 1)
    act(state, "choose the own Deed number 0")
    assert deeds(state, 1) == ["Spite", "Sowing"]
    assert ruins(state) == ["Peek"]
