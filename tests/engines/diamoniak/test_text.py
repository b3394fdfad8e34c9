"""Views as text."""

from engines.diamoniak import ENGINE, position
from engines.interface import PUBLIC
from tests.engines.diamoniak.helpers import act


def test_a_table_is_readable() -> None:
    state = position(
        "diamoniak-2", castles=["R1 R2"], reserves=["D D D F", "B1"], returned="W W Y1", next="D", turn_number=7
    )
    act(state, "draw")
    assert ENGINE.render(state.view(0)).splitlines() == [
        "Diamoniak, 2 seats",
        "Turn 7 of at most 400, 1 drawn. Seat 0 decides: CONTINUE.",
        "    draw pile  43 cards, in unknown order: R3 R4 R5 R6 B2 B3 B4 B5 B6 Y2 Y3 Y4 Y5 Y6 G1 G2 G3 G4 G5",
        "               G6 Dx16 Fx2 Wx5",
        "    returned   3 cards: Y1 Wx2",
        "> seat 0 (you) builds red, 2 of 6",
        "    castle     R1 R2",
        "    reserve    Dx4 F",
        "  seat 1 builds nothing, 0 of 6",
        "    castle     -",
        "    reserve    B1",
    ]


def test_an_open_witch_is_shown() -> None:
    text = ENGINE.render(position("diamoniak-2", reserves=["F"], decision="WITCH").view(1))
    assert "Seat 0 decides: WITCH. A witch lies open." in text
    assert "seat 1 (you)" in text


def test_a_spectator_is_nobody() -> None:
    assert "(you)" not in ENGINE.render(position("diamoniak-2").view(PUBLIC))


def test_the_ends_are_told_apart() -> None:
    won = position("diamoniak-3", castles=["R1 R2 R3 R4 R5"], next="R6")
    act(won, "draw")
    assert "Game over with a full castle in turn 1. Ranks: 1, 2, 2" in ENGINE.render(won.view(PUBLIC))
    capped = position("diamoniak-2", turn_number=400, next="W")
    act(capped, "draw")
    assert "Game over at the turn cap in turn 400. Ranks: 1, 1" in ENGINE.render(capped.view(PUBLIC))


def test_the_fullest_zones_stay_within_100_columns() -> None:
    parts = " ".join(f"{colour}{part}" for colour in "RBYG" for part in range(1, 7))
    state = position("diamoniak-4", reserves=[parts + " D" * 20 + " F F F"])
    assert max(len(line) for line in ENGINE.render(state.view(0)).splitlines()) <= 100
