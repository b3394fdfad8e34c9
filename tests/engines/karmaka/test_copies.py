"""Chains of Denial, Embody and Mimic."""

from engines.karmaka import position
from tests.engines.karmaka.helpers import ability, act, asked, choices, hand, ruins


def test_a_copied_rival_card_needs_a_target_and_is_offered_to_it() -> None:
    state = position("karmaka-3", hands=[["Embody"]], deeds=[["Vengeance"], [], ["Peek"]], at="play")
    ability(state, "Embody", "target seat 2")
    assert ruins(state) == ["Peek"]
    assert asked(state) == ("OFFER", 2)
    assert state.view(1)["centre"] == "Embody"


def test_a_copied_extra_play_is_given() -> None:
    state = position("karmaka-2", hands=[["Embody", "Peek"]], deeds=[["Another Day"]], at="play")
    ability(state, "Embody", "decline the offered card")
    assert len(hand(state, 0)) == 2
    assert asked(state) == ("EXTRA_PLAY", 0)


def test_embody_offers_each_kind_of_deed_once() -> None:
    state = position("karmaka-2", hands=[["Embody"]], deeds=[["Peek", "Sowing", "Peek"]], at="play")
    ability(state, "Embody")
    assert choices(state) == ["choose the own Deed number 0", "choose the own Deed number 1"]


def test_embody_without_deeds_does_nothing() -> None:
    state = position("karmaka-2", hands=[["Embody"]], at="play")
    ability(state, "Embody")
    assert asked(state) == ("OFFER", 1)


def test_mimic_of_a_rival_without_deeds_does_nothing_and_is_offered_to_all() -> None:
    state = position("karmaka-3", hands=[["Mimic"]], at="play")
    ability(state, "Mimic", "copy the exposed Deed of seat 2")
    assert asked(state) == ("OFFER", 1)
    act(state, "decline the offered card")
    assert asked(state) == ("OFFER", 2)


def test_the_rival_copied_by_mimic_is_not_the_one_it_is_offered_to() -> None:
    state = position("karmaka-3", hands=[["Mimic"]], deeds=[[], [], ["Salvage"]], ruins=["Peek"], at="play")
    ability(state, "Mimic", "copy the exposed Deed of seat 2")
    assert hand(state, 0) == ["Peek"]
    assert asked(state) == ("OFFER", 1)


def test_embody_copies_mimic_and_goes_on_to_the_rivals_deed() -> None:
    state = position("karmaka-2", hands=[["Embody", "Panic"]], deeds=[["Mimic"], ["Voyage"]], at="play")
    ability(state, "Embody")
    assert len(hand(state, 0)) == 4
    assert asked(state) == ("OFFER", 1)


def test_mimic_copies_embody_and_goes_on_to_an_own_deed() -> None:
    state = position("karmaka-2", hands=[["Mimic", "Panic"]], deeds=[["Voyage"], ["Embody"]], at="play")
    ability(state, "Mimic")
    assert len(hand(state, 0)) == 4


def test_embody_and_mimic_do_not_copy_each_other_for_ever() -> None:
    state = position("karmaka-2", hands=[["Embody", "Panic"]], deeds=[["Mimic"], ["Embody"]], at="play")
    ability(state, "Embody")
    assert hand(state, 0) == ["Panic"]
    assert asked(state) == ("OFFER", 1)


def test_denial_may_ruin_denial_and_only_the_first_is_offered() -> None:
    state = position("karmaka-2", hands=[["Denial", "Denial", "Voyage"]], at="play")
    ability(state, "Denial", "choose Denial")
    assert ruins(state) == ["Denial", "Voyage"]
    assert len(hand(state, 0)) == 3
    act(state, "decline the offered card")
    assert ruins(state) == ["Denial", "Voyage", "Denial"]
    assert asked(state) == ("EXTRA_PLAY", 0)


def test_denial_of_a_rival_card_is_offered_to_the_rival_it_hit() -> None:
    state = position("karmaka-3", hands=[["Denial", "Spite"]], at="play")
    ability(state, "Denial", "target seat 2")
    assert len(hand(state, 2)) == 2
    assert asked(state) == ("OFFER", 2)


def test_denial_lets_embody_work_once_more() -> None:
    """Embody copies the Deed Denial, which ruins an Embody, which copies a Deed again."""
    state = position("karmaka-2", hands=[["Embody", "Embody", "Panic"]], deeds=[["Denial", "Voyage"]], at="play")
    ability(state, "Embody", "choose the own Deed number 0", "choose Embody")
    assert asked(state) == ("PICK_DEED", 0)
    act(state, "choose the own Deed number 1")
    assert len(hand(state, 0)) == 4
    assert asked(state) == ("OFFER", 1)


def test_without_denial_the_second_embody_of_a_chain_does_nothing() -> None:
    state = position("karmaka-2", hands=[["Mimic", "Panic"]], deeds=[["Embody", "Voyage"], ["Embody"]], at="play")
    ability(state, "Mimic", "choose the own Deed number 0")
    assert asked(state) == ("OFFER", 1)
    assert hand(state, 0) == ["Panic"]


def test_a_new_play_may_use_embody_again() -> None:
    state = position("karmaka-2", hands=[["Embody", "Embody"]], deeds=[["Another Day"]], at="play")
    ability(state, "Embody", "decline the offered card")
    ability(state, "Embody", "decline the offered card")
    assert len(hand(state, 0)) == 2
    assert asked(state) == ("EXTRA_PLAY", 0)


def test_mimic_in_team_games_never_copies_the_teammate() -> None:
    state = position("karmaka-2v2", hands=[["Mimic"]], at="play")
    ability(state, "Mimic")
    assert choices(state) == ["copy the exposed Deed of seat 1", "copy the exposed Deed of seat 3"]


def test_the_copied_card_may_be_fetched_back_from_the_ruins() -> None:
    state = position("karmaka-2", hands=[["Denial", "Recycle"]], at="play")
    ability(state, "Denial")
    assert state.view(1)["seats"][0]["future"][0]["card"] == "Recycle"
    assert ruins(state) == []
