"""Short scenarios about drawing, building and stopping."""

import pytest

from engines import Deal, new_game
from engines.diamoniak import position
from engines.diamoniak.actions import STOP
from engines.errors import IllegalActionError
from engines.interface import PUBLIC
from tests.engines.diamoniak.helpers import act, castle, colour, options, reserve


def test_a_new_game_has_54_cards_to_draw_and_the_first_draw_is_not_asked() -> None:
    state = position("diamoniak-2")
    assert (state.view(0)["draw"], colour(state, 0), colour(state, 1)) == (54, None, None)
    assert (state.decision(), options(state)) == ("START", ["draw"])
    started = new_game("diamoniak-2", Deal.from_text("no witch first"), record=True)
    assert started.events(PUBLIC)[1]["type"] == "draw"
    assert started.decision() == "CONTINUE"


def test_the_first_part_of_a_free_colour_starts_a_castle() -> None:
    state = position("diamoniak-2", next="R4")
    act(state, "draw")
    assert (castle(state), reserve(state), colour(state)) == ("R4", "", "R")
    assert (state.actor(), options(state)) == (0, ["draw", "stop"])


def test_a_part_of_a_colour_that_another_seat_builds_goes_to_the_reserve() -> None:
    state = position("diamoniak-2", castles=["", "R1"], next="R4")
    act(state, "draw")
    assert (castle(state), reserve(state), colour(state)) == ("", "R4", None)
    assert options(state) == ["draw", "stop"]


def test_who_builds_keeps_other_colours_in_reserve_although_they_are_free() -> None:
    state = position("diamoniak-2", castles=["R1"], next="B3")
    act(state, "draw")
    assert (castle(state), reserve(state), colour(state)) == ("R1", "B3", "R")


@pytest.mark.parametrize("reserves", [[], ["D D D", "R2"]])
def test_stopping_before_a_card_is_drawn_is_refused(reserves: list[str]) -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=reserves)
    before = state.save()
    with pytest.raises(IllegalActionError, match=r"'stop' .* is not possible at START"):
        state.play(0, STOP)
    assert state.save() == before


def test_stopping_after_a_diamond_passes_the_turn_and_keeps_it() -> None:
    state = position("diamoniak-2", next="D B1")
    act(state, "draw", "stop")
    assert (reserve(state), state.actor()) == ("D", 1)


def test_a_fairy_allows_a_further_draw() -> None:
    state = position("diamoniak-2", next="F D")
    act(state, "draw", "draw")
    assert (reserve(state), state.actor(), state.decision()) == ("D F", 0, "CONTINUE")


def test_drawing_the_sixth_part_wins_at_once() -> None:
    state = position("diamoniak-3", castles=["R1 R2 R3 R4 R5"], next="R6")
    act(state, "draw")
    assert (state.is_over(), state.is_capped(), state.ranks()) == (True, False, [1, 2, 2])
    assert (state.legal_actions(), state.actor()) == ([], -1)


def test_an_empty_draw_pile_is_made_of_the_returned_cards_before_the_draw() -> None:
    state = position(
        "diamoniak-2",
        castles=["R1 R2 R3 R4 R5", "B1 B2 B3 B4 B5"],
        reserves=["D " * 18 + "F", "F F Y1 Y2 Y3 Y4 Y5 Y6 G1 G2 G3 G4 G5"],
        draw="",
        deal=Deal.from_text("a diamond comes first 2"),
        record=True,
    )
    before = state.view(PUBLIC)["returned"]
    assert before == ["R6", "B6", "G6", "D", "D", *["W"] * 7]
    act(state, "draw")
    assert state.events(PUBLIC)[1:] == [
        {"type": "reshuffle", "cards": 12},
        {"type": "draw", "seat": 0, "card": "D"},
    ]
    after = state.view(PUBLIC)
    assert (sorted([*after["unseen"], "D"]), after["returned"]) == (sorted(before), [])


def test_the_fourth_seat_waits_for_the_free_colour() -> None:
    state = position("diamoniak-4", castles=["R1", "B1", "Y1"], next="B5 G1", turn=3)
    act(state, "draw")
    assert (castle(state, 3), reserve(state, 3), colour(state, 3)) == ("", "B5", None)
    act(state, "draw")
    assert (castle(state, 3), reserve(state, 3), colour(state, 3)) == ("G1", "B5", "G")
