"""Purchases beyond the scenarios: several sellers, several parts, the two switches."""

import pytest

from engines.diamoniak import position
from tests.engines.diamoniak.helpers import act, castle, options, reserve


def test_the_buyer_chooses_seller_and_part() -> None:
    state = position("diamoniak-4", castles=["R1"], reserves=["D D D D", "R2 R5", "", "R4"], turn=0)
    assert options(state) == ["draw", "buy R2 from seat 1", "buy R5 from seat 1", "buy R4 from seat 3"]
    act(state, "buy R4 from seat 3")
    assert (castle(state), reserve(state), reserve(state, 3)) == ("R1 R4", "D", "D D D")


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_nobody_buys_from_oneself(turn: int) -> None:
    reserves = ["R2 D D D"] * 3
    reserves[turn] = "D D D"
    castles = ["", "", ""]
    castles[turn] = "R1"
    others = [seat for seat in range(3) if seat != turn]
    reserves[others[1]] = "D D D R3"
    state = position("diamoniak-3", castles=castles, reserves=reserves, turn=turn)
    assert options(state) == ["draw", f"buy R2 from seat {others[0]}", f"buy R3 from seat {others[1]}"]


def test_the_seller_may_spend_the_diamonds_in_its_own_next_turn() -> None:
    state = position("diamoniak-2", castles=["R1", "B1"], reserves=["D D D B2", "R2"])
    act(state, "buy R2 from seat 1")
    assert (state.actor(), state.decision(), options(state)) == (1, "START", ["draw", "buy B2 from seat 0"])


def test_parts_in_a_castle_are_not_for_sale() -> None:
    state = position("diamoniak-2", castles=["R1", "B1 B2"], reserves=["D D D"])
    assert options(state) == ["draw"]


def test_with_buy_after_draw_a_colour_started_this_turn_can_be_bought() -> None:
    state = position("diamoniak-2+buyAfterDraw", reserves=["D D D", "R2"], next="R1 D")
    act(state, "draw")
    assert options(state) == ["draw", "stop", "buy R2 from seat 1"]


def test_with_buy_after_draw_diamonds_drawn_this_turn_count() -> None:
    state = position("diamoniak-2+buyAfterDraw", castles=["R1"], reserves=["D D", "R2"], next="D D")
    act(state, "draw")
    assert "buy R2 from seat 1" in options(state)


def test_with_buy_after_draw_buying_can_win() -> None:
    state = position("diamoniak-2+buyAfterDraw", castles=["R1 R2 R3 R4 R5"], reserves=["D D D", "R6"], next="D")
    act(state, "draw", "buy R6 from seat 1")
    assert (state.ranks(), state.is_capped()) == ([1, 2], False)


def test_both_switches_together_let_a_locked_seat_buy_after_drawing() -> None:
    state = position("diamoniak-2+buyAfterDraw+lockColour", locked=["R"], reserves=["D D", "R2"], next="D F")
    act(state, "draw", "buy R2 from seat 1")
    assert (castle(state), state.actor()) == ("R2", 1)


def test_with_draw_before_buy_nothing_is_bought_at_the_start_of_a_turn() -> None:
    state = position("diamoniak-2+drawBeforeBuy", castles=["R1"], reserves=["D D D", "R2"], next="D")
    assert options(state) == ["draw"]
    act(state, "draw")
    assert options(state) == ["draw", "stop", "buy R2 from seat 1"]
    act(state, "buy R2 from seat 1")
    assert (castle(state, 0), reserve(state, 0), reserve(state, 1)) == ("R1 R2", "D", "D D D D"), (
        "seat 1 has drawn a diamond"
    )
    assert state.view(0)["active"] == 1


def test_with_draw_before_buy_the_first_draw_of_a_turn_is_not_asked() -> None:
    state = position("diamoniak-2+drawBeforeBuy", castles=["R1"], reserves=["D D D", "R2"], next="D", settle=True)
    assert state.decision() == "CONTINUE"


def test_with_draw_before_buy_the_third_diamond_drawn_can_be_spent_at_once() -> None:
    state = position("diamoniak-2+drawBeforeBuy", castles=["R1"], reserves=["D D", "R2"], next="D")
    act(state, "draw")
    assert "buy R2 from seat 1" in options(state)
