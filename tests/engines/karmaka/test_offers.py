"""The Karmic Cost: who is offered the card, in which order, and where it ends."""

import pytest

from engines.karmaka import position
from tests.engines.karmaka.helpers import ability, act, asked, future, future_seen, ruins

TAKE = "take the offered card"
DECLINE = "decline the offered card"


@pytest.mark.parametrize(
    ("slug", "seat", "order"),
    [
        ("karmaka-2", 1, [0]),
        ("karmaka-3", 1, [2, 0]),
        ("karmaka-4", 2, [3, 0, 1]),
        ("karmaka-2v2", 3, [0, 2]),
        ("karmaka-wolf", 0, [1, 2]),
        ("karmaka-wolf", 1, [0]),
        ("karmaka-wolf+wolfSeat=1", 1, [2, 0]),
    ],
)
def test_a_card_used_on_nobody_is_offered_to_all_rivals_from_the_left(slug: str, seat: int, order: list[int]) -> None:
    state = position(slug, hands={seat: ["Jubilee"]}, turn=seat, at="play")
    ability(state, "Jubilee")
    for rival in order:
        assert asked(state) == ("OFFER", rival)
        act(state, DECLINE)
    assert ruins(state) == ["Jubilee"]
    assert state.decision() == "PLAY"


def test_the_first_to_accept_gets_the_card_and_later_rivals_are_not_asked() -> None:
    state = position("karmaka-4", hands=[["Jubilee"]], at="play")
    ability(state, "Jubilee", DECLINE, TAKE)
    assert future(state, 2) == ["Jubilee"]
    assert asked(state) == ("PLAY", 1)
    assert ruins(state) == []
    assert future_seen(state, 3, 2) == ["Jubilee"]


def test_a_card_without_effect_is_still_offered_to_the_rival_it_names() -> None:
    state = position("karmaka-3", hands=[["Stolen Dreams"]], at="play")
    ability(state, "Stolen Dreams", "target seat 2")
    assert asked(state) == ("OFFER", 2)
    act(state, DECLINE)
    assert asked(state) == ("PLAY", 1)


def test_deeds_and_future_cards_are_not_offered() -> None:
    state = position("karmaka-2", hands=[["Peek", "Spite"]], at="play")
    act(state, "play Peek as a Deed")
    assert asked(state) == ("PLAY", 1)


def test_extra_plays_chain_and_each_card_is_settled_before_the_next() -> None:
    state = position("karmaka-2", hands=[["Panic", "Panic", "Peek", "Spite"]], decks=[["Voyage"]], at="play")
    ability(state, "Panic", "target seat 0", TAKE)
    ability(state, "Peek", DECLINE)
    ability(state, "Panic", "target seat 1", DECLINE)
    act(state, "play Spite on the Future Life")
    assert asked(state) == ("PLAY", 1)
    assert future(state, 1) == ["Panic"]
    assert future(state, 0) == ["Spite"]


def test_an_extra_play_with_an_empty_hand_is_not_asked() -> None:
    state = position("karmaka-2", hands=[["Panic"]], at="play")
    ability(state, "Panic", "target seat 1", DECLINE)
    assert asked(state) == ("PLAY", 1)


def test_a_dead_rival_still_receives_offers() -> None:
    state = position("karmaka-2", hands=[["Panic", "Peek"], []], decks=[2, []], at="play")
    ability(state, "Panic", "target seat 1", TAKE)
    assert future(state, 1) == ["Panic"]
