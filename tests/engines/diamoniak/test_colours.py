"""Who builds which colour: starting, giving up, taking over, locking."""

import pytest

from engines.diamoniak import position
from tests.engines.diamoniak.helpers import act, castle, colour, options, reserve


def test_older_parts_of_a_newly_started_colour_join_the_castle() -> None:
    state = position("diamoniak-2", reserves=["R1 R2 B1 D"], next="R4")
    act(state, "draw")
    assert (castle(state), reserve(state)) == ("R1 R2 R4", "B1 D")


def test_joining_parts_can_win_at_once() -> None:
    state = position("diamoniak-2", reserves=["R1 R2 R3 R4 R5"], next="R6")
    act(state, "draw")
    assert state.ranks() == [1, 2]


def test_a_freed_colour_is_not_started_by_the_reserve_alone() -> None:
    state = position("diamoniak-2", castles=["R1", ""], reserves=["", "R2 R3"], next="W D D")
    act(state, "draw")
    assert (colour(state, 0), colour(state, 1), castle(state, 1)) == (None, None, "")
    act(state, "draw", "stop")
    assert (colour(state, 1), reserve(state, 1)) == (None, "R2 R3 D D")


def test_who_builds_never_switches_to_a_freed_colour() -> None:
    state = position("diamoniak-2", castles=["R1", "B1"], reserves=["", "R2"], next="W R3")
    act(state, "draw")
    assert (castle(state, 1), reserve(state, 1)) == ("B1", "R2 R3")


def test_a_seat_can_start_another_colour_after_losing_its_first() -> None:
    state = position("diamoniak-2", castles=["R1"], next="W D B2")
    act(state, "draw", "stop")
    assert (castle(state), colour(state)) == ("B2", "B")


def test_paying_the_castle_away_keeps_the_reserve() -> None:
    state = position("diamoniak-2", castles=["R1 R2 R3"], reserves=["B1 D"], next="W D")
    act(state, "draw", "pay R1 R2 R3")
    assert (colour(state), reserve(state)) == (None, "B1 D")


LOCK = "diamoniak-3+lockColour"


def test_a_locked_colour_takes_its_parts_back_into_the_castle() -> None:
    state = position(LOCK, locked=["R"], next="R5 B1")
    act(state, "draw")
    assert (castle(state), reserve(state)) == ("R5", "")
    act(state, "draw")
    assert (castle(state), reserve(state)) == ("R5", "B1")


def test_a_locked_seat_without_castle_never_starts_another_colour() -> None:
    state = position(LOCK, locked=["R"], next="B1")
    act(state, "draw")
    assert (castle(state), reserve(state), colour(state)) == ("", "B1", "R")


def test_a_locked_seat_without_castle_still_builds_and_so_may_buy() -> None:
    state = position(LOCK, locked=["R"], reserves=["D D D", "R2", "R3 B1"])
    assert options(state) == ["draw", "buy R2 from seat 1", "buy R3 from seat 2"]
    act(state, "buy R3 from seat 2")
    assert (castle(state), reserve(state)) == ("R3", "")


@pytest.mark.parametrize("seat", [1, 2])
def test_nobody_else_may_start_a_locked_colour(seat: int) -> None:
    state = position(LOCK, locked=["R"], turn=seat, next="R5 R6")
    act(state, "draw", "draw")
    assert (colour(state, seat), reserve(state, seat)) == (None, "R5 R6")


def test_without_the_lock_the_same_cards_start_the_colour() -> None:
    state = position("diamoniak-3", turn=1, next="R5 R6")
    act(state, "draw", "draw")
    assert (colour(state, 1), castle(state, 1)) == ("R", "R5 R6")


def test_a_locked_colour_outlives_paying_the_whole_castle() -> None:
    state = position(LOCK, castles=["R1 R2 R3"], reserves=["D"], next="W D")
    act(state, "draw", "pay R1 R2 R3")
    assert (colour(state), castle(state), reserve(state)) == ("R", "", "D")


def test_a_locked_seat_without_castle_can_lose_other_cards() -> None:
    state = position(LOCK, locked=["R"], reserves=["B1 D"], next="W D")
    act(state, "draw")
    assert (colour(state), reserve(state)) == ("R", "")
