"""Deals, first seats, reshuffles: the same deal and actions give the same game."""

from collections import Counter
from random import Random

import pytest

from engines import Deal, new_game, replay
from engines.diamoniak import position
from engines.diamoniak.cards import full_deck, names
from engines.diamoniak.state import DiamoniakState
from engines.interface import PUBLIC, State
from tests.engines.diamoniak.helpers import act


def random_game(slug: str, deal: Deal, rng: Random) -> tuple[State, list[tuple[int, int]]]:
    state = new_game(slug, deal, record=True)
    actions: list[tuple[int, int]] = []
    while not state.is_over():
        actions.append((state.actor(), rng.choice(state.legal_actions())))
        state.apply(actions[-1][1])
    return state, actions


def test_a_game_is_its_deal_and_its_actions() -> None:
    reshuffles = 0
    for at in range(10):
        deal = Deal.from_text(f"again {at}")
        state, actions = random_game("diamoniak-3", deal, Random(at))
        assert replay("diamoniak-3", deal, actions).save() == state.save()
        reshuffles += state.view(PUBLIC)["reshuffles"]
    assert reshuffles > 0


def test_the_first_seat_is_drawn_from_the_deal() -> None:
    firsts = Counter(new_game("diamoniak-4", Deal.from_text(str(at))).view(PUBLIC)["first"] for at in range(400))
    assert sorted(firsts) == [0, 1, 2, 3]
    assert min(firsts.values()) > 70


@pytest.mark.parametrize("first", [0, 1])
def test_who_begins_does_not_change_the_cards(first: int) -> None:
    deal = Deal.from_text("same cards")
    drawn = [event["card"] for event in new_game("diamoniak-2", deal, first, True).events(0) if event["type"] == "draw"]
    other = new_game("diamoniak-2", deal, 1 - first, True)
    assert [event["card"] for event in other.events(0) if event["type"] == "draw"] == drawn


def nearly_empty(deal: Deal) -> DiamoniakState:
    return position("diamoniak-2", draw="D", deal=deal)


def test_the_pile_is_reshuffled_only_when_a_card_is_needed() -> None:
    state = nearly_empty(Deal.from_text("later"))
    act(state, "draw")
    assert (state.view(PUBLIC)["draw"], state.view(PUBLIC)["reshuffles"]) == (0, 0)
    before = state.view(PUBLIC)["returned"]
    act(state, "draw")
    assert state.view(PUBLIC)["reshuffles"] == 1
    assert len(before) == 53


def test_a_witch_as_last_card_is_shuffled_in_with_what_was_paid() -> None:
    state = position("diamoniak-2", reserves=["B1"], draw="W", record=True)
    act(state, "draw")
    assert {"type": "reshuffle", "cards": 54} in state.events(PUBLIC)


ORDERS = ["R1 B1 Y1" + " W" * 7, "W " * 7 + "Y1 B1 R1"]


def test_a_reshuffle_does_not_depend_on_the_order_in_which_cards_came_back() -> None:
    held = [name for name in names(full_deck()) if name not in ("W", "R1", "B1", "Y1")]
    games = [position("diamoniak-2", reserves=["", held], draw="", returned=order) for order in ORDERS]
    for state in games:
        act(state, "draw")
    assert games[0].save() == games[1].save()


def test_each_reshuffle_has_a_stream_of_its_own() -> None:
    """The second reshuffle of the same cards gives another order, the first one always the same."""
    deal = Deal.from_text("streams")
    orders = []
    for reshuffles in (0, 0, 1):
        state = nearly_empty(deal)
        state.reshuffles = reshuffles
        act(state, "draw", "draw")
        orders.append(state.save()["draw"])
    assert orders[0] == orders[1]
    assert orders[0] != orders[2]


def test_the_first_card_after_a_reshuffle_is_uniform() -> None:
    """12 cards are returned, 7 of them witches: a draw is a witch in 7 of 12 deals."""
    castles = ["R1 R2 R3 R4 R5", "B1 B2 B3 B4 B5"]
    reserves = ["D " * 18 + "F", "F F Y1 Y2 Y3 Y4 Y5 Y6 G1 G2 G3 G4 G5"]
    witches = 0
    for at in range(600):
        state = position("diamoniak-2", castles=castles, reserves=reserves, draw="", deal=Deal.from_text(str(at)))
        act(state, "draw")
        witches += state.decision() == "WITCH"
    assert 310 < witches < 390
