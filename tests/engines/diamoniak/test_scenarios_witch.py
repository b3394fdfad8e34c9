"""Short scenarios about witches and fairies."""

import pytest

from engines.diamoniak import position
from tests.engines.diamoniak.helpers import act, castle, colour, options, reserve, returned

# After the witch the next seat's first draw is forced: a diamond, so that the table stays easy to read.


def test_paying_three_of_four_cards() -> None:
    state = position("diamoniak-2", castles=["R1 R2"], reserves=["D B3"], next="W D")
    act(state, "draw")
    assert (state.decision(), len(options(state))) == ("PAY", 4)
    act(state, "pay R2 B3 D")
    assert (returned(state), castle(state), reserve(state), state.actor()) == ("R2 B3 D W", "R1", "", 1)


def test_two_cards_go_without_a_decision() -> None:
    state = position("diamoniak-2", reserves=["D B3"], next="W D")
    act(state, "draw")
    assert (returned(state), reserve(state), state.actor()) == ("B3 D W", "", 1)


def test_who_owns_nothing_loses_only_the_turn() -> None:
    state = position("diamoniak-2", next="W D")
    act(state, "draw")
    assert (returned(state), state.actor()) == ("W", 1)


def test_a_fairy_sends_the_witch_away() -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["F D"], next="W D")
    act(state, "draw")
    assert (state.decision(), options(state)) == ("WITCH", ["use fairy", "pay"])
    act(state, "use fairy")
    assert (returned(state), castle(state), reserve(state), state.actor()) == ("F W", "R1", "D", 1)


def test_only_one_of_two_fairies_is_used() -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["F F D"], next="W D")
    act(state, "draw", "use fairy")
    assert (returned(state), reserve(state), state.actor()) == ("F W", "D F", 1)


def test_losing_the_last_castle_card_frees_the_colour() -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["B2"], next="W D R3")
    act(state, "draw")
    assert (returned(state), castle(state), reserve(state)) == ("R1 B2 W", "", "")
    assert (colour(state), state.actor()) == (None, 1)
    act(state, "draw")
    assert colour(state, 1) == "R"


def test_with_lock_colour_the_colour_stays_and_nobody_else_may_start_it() -> None:
    state = position("diamoniak-2+lockColour", castles=["R1"], reserves=["B2"], next="W D R3")
    act(state, "draw")
    assert (returned(state), castle(state), reserve(state)) == ("R1 B2 W", "", "")
    assert (colour(state), state.actor()) == ("R", 1)
    act(state, "draw")
    assert (colour(state, 1), reserve(state, 1)) == (None, "R3 D")


@pytest.mark.parametrize(("owned", "left"), [("F", ""), ("F D", ""), ("F F D", "")])
def test_a_refused_fairy_with_three_cards_or_fewer_costs_them_all(owned: str, left: str) -> None:
    state = position("diamoniak-2", reserves=[owned], next="W D")
    act(state, "draw", "pay")
    assert (reserve(state), state.actor()) == (left, 1)


def test_a_refused_fairy_may_be_kept_or_paid() -> None:
    state = position("diamoniak-2", reserves=["F D D B1"], next="W D")
    act(state, "draw", "pay")
    assert options(state) == ["pay B1 D D", "pay B1 D F", "pay D D F"]
    act(state, "pay B1 D D")
    assert (reserve(state), returned(state)) == ("F", "B1 D D W")
