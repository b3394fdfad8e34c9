"""Positions by card names, and what is said about wrong ones."""

from typing import Any

import pytest

from engines import Deal, registry
from engines.errors import EngineError, PositionError, UnknownCardError, UnknownVariantError
from engines.karmaka import ENGINE, position
from tests.engines.karmaka.helpers import choices, deck, deeds, future, hand, levels, rings, ruins, well


def test_zones_left_out_are_as_at_the_start_of_a_game() -> None:
    state = position("karmaka-3", at="play")
    assert [len(hand(state, seat)) for seat in range(3)] == [4, 4, 4]
    assert [len(deck(state, seat)) for seat in range(3)] == [2, 2, 2]
    assert all(future(state, seat) == deeds(state, seat) == [] for seat in range(3))
    assert ruins(state) == []
    assert state.well_size == 46
    ENGINE.check(state)


def test_stacks_run_from_bottom_to_top() -> None:
    state = position(
        "karmaka-2",
        hands=[["Peek"]],
        decks=[["Crisis", "Panic"]],
        futures=[["Spite", "Voyage"]],
        deeds=[["Sowing", "Mimic"]],
        ruins=["Denial", "Embody"],
        well=["Dwindle", "Roulette"],
    )
    assert hand(state, 0) == ["Peek", "Panic"]
    assert deck(state, 0) == ["Crisis"]
    assert future(state, 0) == ["Spite", "Voyage"]
    assert deeds(state, 0) == ["Sowing", "Mimic"]
    assert ruins(state) == ["Denial", "Embody"]
    assert well(state) == ["Dwindle", "Roulette"]


def test_cards_can_be_a_text_a_list_a_number_or_a_mapping_of_seats() -> None:
    by_text = position("karmaka-2", hands=["Peek, Hell's Heart", ""], decks={1: ["spite"]}, futures=[3], at="play")
    assert hand(by_text, 0) == ["Peek", "Hell's Heart"]
    assert hand(by_text, 1) == []
    assert deck(by_text, 1) == ["Spite"]
    assert len(future(by_text, 0)) == 3


def test_cards_named_nowhere_lie_under_the_well_or_under_decks_left_open() -> None:
    open_well = position("karmaka-2", hands=[["Peek"]], at="play")
    assert open_well.well_size == 64 - 1 - 4 - 4
    given_well = position("karmaka-2", hands=[["Peek"]], decks=[["Spite"]], well=["Panic"], at="play")
    assert deck(given_well, 0) == ["Spite"]
    assert len(deck(given_well, 1)) == 64 - 1 - 4 - 1 - 1
    closed_decks = position("karmaka-2", hands=[["Peek"]], decks=[0, 0], futures=[[]], well=[], at="play")
    assert len(future(closed_decks, 1)) == 64 - 1 - 4


def test_at_turn_draws_and_at_play_does_not() -> None:
    assert len(hand(position("karmaka-2", hands=[3], decks=[2]), 0)) == 4
    assert len(hand(position("karmaka-2", hands=[3], decks=[2], at="play"), 0)) == 3


@pytest.mark.parametrize("hands", [[["Peek"]], [[]], [["Peek", "Peek"]]])
def test_settling_changes_nothing_as_playing_and_rings_are_real_choices(hands: list[list[str]]) -> None:
    shown = position("karmaka-2", hands=hands, decks=[[]], rings=[4])
    assert len(choices(shown)) > 1
    assert position("karmaka-2", hands=hands, decks=[[]], rings=[4], settle=True).save() == shown.save()


def test_levels_and_rings_are_set_by_name_or_number() -> None:
    state = position("karmaka-3", levels=["Ape", 1], rings=[2, 0, 5], at="play")
    assert levels(state) == [3, 1, 0]
    assert rings(state) == [2, 0, 5]
    assert state.ring_supply() == 5
    assert levels(position("karmaka-wolf", at="play")) == [2, 0, 0]


def test_a_variant_can_be_given_as_such() -> None:
    chosen = registry.variant("karmaka-wolf+wolfSeat=1")
    assert levels(position(chosen, at="play")) == [0, 2, 0]


def test_the_same_position_has_the_same_cards_and_another_deal_others() -> None:
    one, two = position("karmaka-2", hands=[4]), position("karmaka-2", hands=[4])
    assert one.save() == two.save()
    assert position("karmaka-2", hands=[4], deal=Deal.from_text("other")).save() != one.save()


def test_events_are_kept_on_request() -> None:
    state = position("karmaka-2", hands=[["Peek"]], record=True)
    assert [event["type"] for event in state.events(0)] == ["turn", "draw"]
    assert "play Peek as a Deed" in choices(state)


@pytest.mark.parametrize(
    ("error", "sentence", "arguments"),
    [
        (UnknownVariantError, "no variant called", {"variant": "karmaka-7"}),
        (PositionError, "karma-2 is not a variant of Karmaka", {"variant": "karma-2"}),
        (UnknownCardError, "no card called 'Pique'", {"hands": [["Pique"]]}),
        (UnknownCardError, r"deeds\[0\]: there are only 2 copies of Spite", {"deeds": [["Spite"] * 3]}),
        (PositionError, "turn=2: Karmaka, 2 seats has seats 0 to 1", {"turn": 2}),
        (PositionError, "turn_number=0", {"turn_number": 0}),
        (PositionError, "turn_number=601", {"turn_number": 601}),
        (PositionError, "at='draw'", {"at": "draw"}),
        (PositionError, "hands is a list with one entry per seat", {"hands": "Peek"}),
        (PositionError, "decks has an entry for seat 2", {"decks": [1, 1, 1]}),
        (PositionError, "futures has an entry for seat 5", {"futures": {5: 1}}),
        (PositionError, r"hands\[1\]=-1", {"hands": [4, -1]}),
        (PositionError, "only .* cards left", {"hands": [40, 40]}),
        (PositionError, "49 cards are named nowhere", {"hands": [5, 5], "decks": [2, 2], "well": 1, "futures": [0, 0]}),
        (PositionError, r"levels\[0\]='Cat'", {"levels": ["Cat"]}),
        (PositionError, r"levels\[1\]=4", {"levels": [0, 4]}),
        (PositionError, "levels is a list", {"levels": [0, 0, 0]}),
        (PositionError, "12 rings in all", {"rings": [7, 6]}),
        (PositionError, "12 rings in all", {"rings": [-1]}),
        (PositionError, "Seat 0 has no hand cards to play", {"hands": [[]], "at": "play"}),
    ],
)
def test_a_wrong_position_is_refused_with_a_sentence(
    error: type[EngineError], sentence: str, arguments: dict[str, Any]
) -> None:
    with pytest.raises(error, match=sentence) as raised:
        position(**{"variant": "karmaka-2", **arguments})
    assert str(raised.value).endswith(".")
