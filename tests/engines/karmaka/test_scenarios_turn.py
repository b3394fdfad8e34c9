"""Short scenarios of setup, turns and reincarnation."""

from collections import Counter

import pytest

from engines import Deal, new_game
from engines.errors import IllegalActionError
from engines.karmaka import position
from engines.karmaka.actions import PASS, PLAY_MATE
from engines.karmaka.cards import COLOUR, COPIES
from engines.karmaka.state import KarmakaState
from tests.engines.karmaka.helpers import (
    COLOURS,
    ability,
    act,
    asked,
    choices,
    deck,
    deeds,
    future,
    hand,
    levels,
    rings,
    ruins,
)


@pytest.mark.parametrize(("slug", "seats"), [("karmaka-2", 2), ("karmaka-3", 3), ("karmaka-4", 4), ("karmaka-2v2", 4)])
def test_a_new_game_deals_four_to_each_hand_and_two_to_each_deck(slug: str, seats: int) -> None:
    state = new_game(slug, Deal.from_text("everyone has six cards"), first_seat=0)
    assert isinstance(state, KarmakaState)
    assert state.well_size == 64 - 6 * seats
    assert len(hand(state, 0)) == 5  # the first turn has begun with its draw
    assert len(deck(state, 0)) == 1
    assert all(len(hand(state, seat)) == 4 and len(deck(state, seat)) == 2 for seat in range(1, seats))
    totals: Counter[str] = Counter()
    for kind, copies in enumerate(COPIES):
        totals[COLOURS[COLOUR[kind]]] += copies
    assert totals == {"blue": 19, "green": 19, "red": 19, "mosaic": 7}


def test_with_an_empty_deck_after_the_draw_passing_is_refused() -> None:
    state = position("karmaka-2", hands=[3], decks=[1])
    assert len(hand(state, 0)) == 4
    assert deck(state, 0) == []
    assert "pass" not in choices(state)
    with pytest.raises(IllegalActionError, match="may not 'pass'"):
        state.play(0, PASS)


def test_with_cards_left_in_the_deck_passing_is_allowed() -> None:
    state = position("karmaka-2", hands=[3], decks=[2])
    assert len(hand(state, 0)) == 4
    assert len(deck(state, 0)) == 1
    act(state, "pass")
    assert asked(state) == ("PLAY", 1)


def test_enough_points_ascend_without_a_decision() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], deeds=[["Vengeance", "Embody"]])
    assert levels(state) == [1, 0]
    assert rings(state) == [0, 0]
    assert asked(state) == ("PLAY", 1)


def test_missing_points_are_paid_in_rings() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], deeds=[["Vengeance", "Crisis"]], levels=["Wolf"], rings=[1])
    assert asked(state) == ("RINGS", 0)
    assert choices(state) == ["pay rings and ascend", "stay and take a ring"]
    act(state, "pay rings and ascend")
    assert levels(state)[0] == 3
    assert rings(state)[0] == 0
    assert state.ring_supply() == 12


def test_too_few_points_and_rings_stay_without_a_decision() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], deeds=[["Crisis"]], rings=[1])
    assert levels(state)[0] == 0
    assert rings(state)[0] == 2
    assert asked(state) == ("PLAY", 1)


def test_reaching_transcendence_wins_at_once_and_moves_no_deeds() -> None:
    won = ["Vengeance", "Spite", "Panic"]
    state = position("karmaka-2", hands=[[]], decks=[[]], deeds=[won], levels=["Ape"])
    assert state.is_over()
    assert not state.is_capped()
    assert state.ranks() == [1, 2]
    assert deeds(state, 0) == won
    assert ruins(state) == []


def test_a_new_life_takes_the_future_life_and_fills_up_from_the_well() -> None:
    state = position(
        "karmaka-2",
        hands=[[]],
        decks=[[]],
        futures=[["Peek", "Spite", "Panic", "Sowing"]],
        deeds=[["Crisis", "Voyage"]],
        ruins=["Mimic"],
    )
    assert ruins(state) == ["Mimic", "Crisis", "Voyage"]
    assert sorted(hand(state, 0)) == ["Panic", "Peek", "Sowing", "Spite"]
    assert len(deck(state, 0)) == 2
    assert future(state, 0) == []
    assert asked(state) == ("PLAY", 1)


def test_a_large_future_life_gets_no_deck() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], futures=[7])
    assert len(hand(state, 0)) == 7
    assert deck(state, 0) == []
    assert state.well_size == 64 - 7 - 4 - 2


def test_the_bad_wolf_starts_on_wolf_and_nobody_has_mate_plays() -> None:
    state = position("karmaka-wolf", hands=[["Peek"]], at="play")
    assert levels(state) == [2, 0, 0]
    assert not any("teammate" in name for name in choices(state))
    with pytest.raises(IllegalActionError, match="teammate"):
        state.play(0, PLAY_MATE + 1)
    for seat in (1, 2):
        other = position("karmaka-wolf", hands=[4, ["Peek"], ["Peek"]], turn=seat, at="play")
        assert not any("teammate" in name for name in choices(other))


def test_a_reshuffle_in_the_middle_of_a_draw_spares_the_top_three_ruins() -> None:
    state = position(
        "karmaka-2",
        hands=[["Voyage"]],
        well=["Peek"],
        ruins=["Spite", "Panic", "Crisis", "Sowing", "Recycle"],
        at="play",
    )
    ability(state, "Voyage")
    assert sorted(hand(state, 0)) == ["Panic", "Peek", "Spite"]
    assert ruins(state) == ["Crisis", "Sowing", "Recycle"]
    assert state.centre != -1
    assert state.reshuffles == 1


def test_with_three_ruins_or_fewer_a_missing_card_is_skipped() -> None:
    state = position(
        "karmaka-2",
        hands=[["Another Day", "Peek"]],
        well=[],
        ruins=["Crisis", "Sowing", "Recycle"],
        at="play",
    )
    ability(state, "Another Day", "decline the offered card")
    assert hand(state, 0) == ["Peek"]
    assert asked(state) == ("EXTRA_PLAY", 0)
    assert state.reshuffles == 0


def test_longevity_saves_from_reincarnation() -> None:
    state = position("karmaka-2", hands=[["Longevity", "Peek"], []], decks=[2, []], at="play")
    ability(state, "Longevity", "target seat 1", "decline the offered card")
    assert asked(state) == ("PLAY", 1)
    assert levels(state)[1] == 0
    assert len(hand(state, 1)) == 1
    assert len(deck(state, 1)) == 1
