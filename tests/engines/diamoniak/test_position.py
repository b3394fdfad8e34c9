"""The position constructor: what it fills in and what it refuses."""

from typing import Any

import pytest

from engines import Deal
from engines.diamoniak import ENGINE, position
from engines.diamoniak.position import PerSeat
from engines.errors import EngineError, PositionError, UnknownCardError, UnknownVariantError
from engines.interface import PUBLIC
from engines.registry import variant
from tests.engines.diamoniak.helpers import castle, options, reserve


def test_unnamed_cards_follow_in_the_draw_pile_quiet_ones_first() -> None:
    saved = position("diamoniak-2", castles=["R1"], reserves=["D " * 19, "F F"], next="W B1").save()
    assert saved["draw"][:6] == ["W", "B1", "D", "F", "R2", "R3"]
    assert saved["draw"][-6:] == ["W"] * 6
    assert (len(saved["draw"]), saved["returned"]) == (54 - 22, [])


def test_with_the_whole_draw_pile_named_the_rest_is_returned() -> None:
    saved = position("diamoniak-2", castles=["R1"], draw="W D G1").save()
    assert saved["draw"] == ["W", "D", "G1"]
    assert len(saved["returned"]) == 50


def test_returned_cards_are_taken_from_the_draw_pile() -> None:
    view = position("diamoniak-2", returned="D W, r1").view(PUBLIC)
    assert (view["returned"], view["draw"]) == (["R1", "D", "W"], 51)


def test_a_deal_shuffles_what_is_not_named() -> None:
    draws = [position("diamoniak-2", next="G6", deal=Deal.from_text(text)).save()["draw"] for text in "abb"]
    assert [draw[0] for draw in draws] == ["G6"] * 3
    assert draws[0] != draws[1]
    assert draws[1] == draws[2]


@pytest.mark.parametrize("castles", [["", "R1 R2"], ["", ["R1", "R2"]], {1: "R1,R2"}, [None, "r1 r2"]])
def test_seats_can_be_named_in_several_ways(castles: PerSeat) -> None:
    state = position(variant("diamoniak-3"), castles=castles)
    assert [castle(state, seat) for seat in range(3)] == ["", "R1 R2", ""]


def test_a_part_of_the_own_colour_is_laid_into_the_castle() -> None:
    state = position("diamoniak-2", castles=["B1"], reserves=["B2 R1 D"])
    assert (castle(state), reserve(state)) == ("B1 B2", "R1 D")


@pytest.mark.parametrize(
    ("decision", "choices"),
    [
        ("START", ["draw"]),
        ("CONTINUE", ["draw", "stop"]),
        ("WITCH", ["use fairy", "pay"]),
        ("PAY", ["pay R1 D D", "pay R1 D F", "pay D D F"]),
    ],
)
def test_every_decision_can_be_set_up(decision: str, choices: list[str]) -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["D D F"], decision=decision, turn=0)
    ENGINE.check(state)
    assert (state.decision(), options(state)) == (decision, choices)


def test_settling_plays_the_forced_draw() -> None:
    assert position("diamoniak-2", next="R1").decision() == "START"
    settled = position("diamoniak-2", next="W W R1", settle=True)
    assert (settled.view(PUBLIC)["turn"], castle(settled), settled.decision()) == (3, "R1", "CONTINUE")


def test_turn_and_number_say_who_began() -> None:
    assert position("diamoniak-3", turn=2, turn_number=5).view(PUBLIC)["first"] == 1


REFUSED: list[tuple[dict[str, Any], type[EngineError], str]] = [
    ({"castles": ["R7"]}, UnknownCardError, "no card called 'R7'.*R1 to R6"),
    ({"reserves": ["X"]}, UnknownCardError, "no card called 'X'"),
    ({"next": "diamond"}, UnknownCardError, "no card called 'diamond'"),
    ({"castles": ["R1", ""], "reserves": ["", "R1"]}, UnknownCardError, "R1 is named 2 times, but the game has 1"),
    ({"castles": ["R1 R1"]}, UnknownCardError, "R1 is named 2 times"),
    ({"reserves": ["F F", "F F"]}, UnknownCardError, "F is named 4 times, but the game has 3"),
    ({"next": "W " * 8}, UnknownCardError, "W is named 8 times, but the game has 7"),
    ({"returned": "W " * 7, "decision": "WITCH", "reserves": ["F"]}, UnknownCardError, "W is named 8 times"),
    ({"castles": ["R1 B1"]}, PositionError, "castle of seat 0 has cards of another colour"),
    ({"castles": ["", "D"]}, PositionError, "D cannot lie in the castle of seat 1"),
    ({"castles": ["R1 W"]}, PositionError, "W cannot lie in the castle of seat 0"),
    ({"reserves": ["W"]}, PositionError, "Seat 0 cannot keep a witch"),
    ({"castles": ["R1", "R2"]}, PositionError, "Two seats build the same colour"),
    ({"castles": ["R1 R2 R3 R4 R5 R6"]}, PositionError, "Seat 0 has a full castle"),
    ({"castles": "R1"}, PositionError, r"castles needs an entry per seat, e.g. castles=\['R1'\]"),
    ({"reserves": ["", "", "D"]}, PositionError, "reserves names seat 2, but Diamoniak, 2 seats has seats 0 to 1"),
    ({"castles": {-1: "R1"}}, PositionError, "castles names seat -1"),
    ({"turn": 2}, PositionError, "turn=2: Diamoniak, 2 seats has seats 0 to 1"),
    ({"turn_number": 0}, PositionError, "turn_number=0: turns are numbered 1 to 400"),
    ({"turn_number": 401}, PositionError, "turn_number=401"),
    ({"decision": "BUY"}, PositionError, "no decision called 'BUY': use one of START, CONTINUE, WITCH, PAY"),
    ({"decision": ""}, PositionError, "no decision called ''"),
    ({"decision": "WITCH", "reserves": ["D"]}, PositionError, "Only a seat with a fairy is asked"),
    ({"decision": "PAY", "reserves": ["D D D D"]}, PositionError, "no choice of three cards"),
    ({"next": "D", "draw": "D"}, PositionError, "either next .* or draw"),
    ({"draw": "D", "returned": "W"}, PositionError, "52 cards are named nowhere. Leave one of them out"),
    ({"locked": ["R"]}, PositionError, "use diamoniak-2.lockColour"),
]


@pytest.mark.parametrize(("fields", "error", "sentence"), REFUSED)
def test_impossible_positions_are_refused(fields: dict[str, Any], error: type[EngineError], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        position("diamoniak-2", **fields)


@pytest.mark.parametrize(
    ("fields", "error", "sentence"),
    [
        ({"locked": ["R", "R"]}, PositionError, "Two seats build the same colour"),
        ({"locked": ["R"], "castles": ["", "R1"]}, PositionError, "Two seats build the same colour"),
        ({"locked": ["B"], "castles": ["R1"]}, PositionError, "Seat 0 is locked to B, but its castle"),
        ({"locked": ["X"]}, UnknownCardError, "no colour called 'X'. Colours are R, B, Y and G"),
        ({"locked": ["RB"]}, UnknownCardError, "no colour called 'RB'"),
        ({"locked": "R"}, PositionError, "locked needs an entry per seat"),
    ],
)
def test_impossible_locks_are_refused(fields: dict[str, Any], error: type[EngineError], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        position("diamoniak-2+lockColour", **fields)


def test_positions_of_other_games_are_refused() -> None:
    with pytest.raises(UnknownVariantError, match="no variant called 'diamoniak-5'"):
        position("diamoniak-5")
    with pytest.raises(PositionError, match="karma-2 is not a variant of Diamoniak"):
        position("karma-2")
