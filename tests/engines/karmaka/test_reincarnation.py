"""Death, rings, new lives."""

import pytest

from engines.karmaka import position
from engines.karmaka.cards import kind_of, score_of
from tests.engines.karmaka.helpers import act, asked, deck, hand, levels, rings, ruins, surely


@pytest.mark.parametrize(
    ("names", "points"),
    [
        ([], 0),
        (["Spite", "Voyage"], 3),
        (["Peek", "Spite", "Crisis"], 5),
        (["Embody", "Mimic"], 2),
        (["Embody", "Peek", "Panic", "Crisis"], 4),
    ],
)
def test_the_score_is_the_best_colour_plus_all_mosaics(names: list[str], points: int) -> None:
    assert score_of(tuple(kind_of(name) for name in names)) == points


@pytest.mark.parametrize(("level", "need"), [("Dung Beetle", 4), ("Snake", 5), ("Wolf", 6), ("Ape", 7)])
def test_each_level_needs_its_points(level: str, need: int) -> None:
    embodies = ["Embody"] * 5 + ["Mimic"] * 2
    enough = position("karmaka-2", hands=[[]], decks=[[]], deeds=[embodies[:need]], levels=[level])
    short = position("karmaka-2", hands=[[]], decks=[[]], deeds=[embodies[: need - 1]], levels=[level])
    assert levels(enough)[0] == levels(short)[0] + 1


def test_only_one_level_is_gained_and_surplus_points_are_lost() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], deeds=[["Spite", "Spite", "Vengeance", "Vengeance"]])
    assert levels(state)[0] == 1
    assert rings(state)[0] == 0


def test_who_could_pay_but_stays_keeps_the_rings_and_gains_one() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], deeds=[["Spite"]], rings=[3])
    assert asked(state) == ("RINGS", 0)
    act(state, "stay and take a ring")
    assert levels(state)[0] == 0
    assert rings(state)[0] == 4


def test_exactly_the_missing_rings_are_paid() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], deeds=[["Crisis"]], rings=[5])
    act(state, "pay rings and ascend")
    assert rings(state)[0] == 3
    assert levels(state)[0] == 1


def test_transcendence_can_be_paid_with_rings() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], deeds=[["Crisis"]], rings=[5], levels=["Ape"])
    act(state, "pay rings and ascend")
    assert state.is_over()
    assert state.ranks() == [1, 2]


def test_an_empty_ring_supply_gives_no_ring() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], rings=[0, 12])
    assert rings(state) == [0, 12]


def test_a_new_life_without_anything_left_begins_again_next_turn() -> None:
    state = position(
        "karmaka-2", hands=[[], ["Peek", "Peek"]], decks=[[], None], futures=[[]], well=[], ruins=["Spite"]
    )
    assert hand(state, 0) == []
    assert deck(state, 0) == []
    assert rings(state)[0] == 1
    act(state, "play Peek as a Deed")
    assert rings(state)[0] == 2
    assert asked(state) == ("PLAY", 1)


def test_the_deck_of_a_new_life_may_need_the_old_deeds_after_a_reshuffle() -> None:
    state = position(
        "karmaka-2",
        hands=[[]],
        decks=[[]],
        deeds=[["Crisis", "Panic", "Sowing", "Peek", "Voyage"]],
        well=[],
        ruins=["Spite"],
    )
    assert ruins(state) == ["Sowing", "Peek", "Voyage"]
    assert sorted(deck(state, 0)) == ["Crisis", "Panic", "Spite"]


def test_an_empty_hand_with_a_deck_draws_and_plays() -> None:
    state = position("karmaka-2", hands=[[]], decks=[["Spite"]])
    assert asked(state) == ("PLAY", 0)
    assert hand(state, 0) == ["Spite"]


def test_levels_never_skip_and_hands_of_a_new_life_are_secret() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], futures=[["Peek", "Spite"]])
    assert surely(state, 1, 0) == []
    assert hand(state, 0) == ["Peek", "Spite"]
