"""``check`` finds tables that the rules cannot produce."""

from collections.abc import Callable

import pytest

from engines.diamoniak import ENGINE, position
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import OVER, PAYING, RETURNED, START


def set_field(name: str, value: int) -> Callable[[DiamoniakState], None]:
    return lambda state: setattr(state, name, value)


def set_item(name: str, at: int, value: int) -> Callable[[DiamoniakState], None]:
    def change(state: DiamoniakState) -> None:
        getattr(state, name)[at] = value

    return change


BROKEN: list[tuple[Callable[[DiamoniakState], None], str]] = [
    (set_item("diamonds", 0, 5), "hold 21 of D, the game has 20"),
    (set_item("fairies", RETURNED, -1), "negative number"),
    (set_field("witches", 1), "hold 8 of W, the game has 7"),
    (set_field("dealt", 1), "the game has"),
    (set_item("parts", 0, 0b11), "hold 2 of R2"),
    (set_item("colour", 1, 0), "Two seats build the same colour"),
    (set_item("colour", 1, 3), "Seat 1 builds a colour without a card of it"),
    (set_field("seat", 2), "Turn 1 of seat 2 does not exist"),
    (set_field("turn", 401), "Turn 401"),
    (set_field("drawn", 0), "every later decision comes after one"),
    (set_field("phase", START), "A turn begins without a drawn card"),
    (set_field("phase", PAYING), "of W"),
    (set_field("phase", OVER), "full castle or at the turn cap"),
    (set_field("reshuffles", -1), "counted from 0"),
]


@pytest.mark.parametrize(("change", "sentence"), BROKEN)
def test_a_broken_table_is_found(change: Callable[[DiamoniakState], None], sentence: str) -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["D D D D"], decision="CONTINUE")
    ENGINE.check(state)
    change(state)
    with pytest.raises(AssertionError, match=sentence):
        ENGINE.check(state)


def test_the_game_cannot_go_on_with_a_full_castle() -> None:
    state = position("diamoniak-2", castles=["R1 R2 R3 R4 R5"], decision="CONTINUE", next="R6")
    state.parts[0] += 1 << 5  # R6
    state.dealt = 1
    with pytest.raises(AssertionError, match="Seat 0 has a full castle"):
        ENGINE.check(state)


def test_cards_at_a_seat_that_does_not_exist_are_found() -> None:
    state = position("diamoniak-2", next="R1")
    state.parts[3] = 1  # R1, at a table of two
    with pytest.raises(AssertionError, match="A seat that does not exist has parts"):
        ENGINE.check(state)
