"""Short scenarios about buying."""

from engines.diamoniak import position
from engines.diamoniak.state import DiamoniakState
from engines.interface import PUBLIC
from tests.engines.diamoniak.helpers import act, castle, options, reserve


def buyer(variant: str = "diamoniak-2", next_card: str = "D") -> DiamoniakState:
    return position(variant, castles=["R1"], reserves=["D D D", "R2"], next=next_card, record=True)


def test_start_offers_the_draw_and_the_purchase() -> None:
    state = buyer()
    assert (state.decision(), options(state)) == ("START", ["draw", "buy R2 from seat 1"])


def test_buying_moves_part_and_diamonds_and_ends_the_turn_without_a_draw() -> None:
    state = buyer()
    act(state, "buy R2 from seat 1")
    assert (castle(state), reserve(state)) == ("R1 R2", "")
    # The seller's own turn has begun with the draw that nobody is asked about: the diamond of the pile.
    types = [(event["type"], event["seat"]) for event in state.events(PUBLIC)]
    assert types == [("turn", 0), ("buy", 0), ("turn", 1), ("draw", 1)]
    assert (state.actor(), reserve(state, 1)) == (1, "D D D D")


def test_the_third_diamond_drawn_this_turn_cannot_be_spent_yet() -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["D D", "R2"], next="D")
    act(state, "draw")
    assert (reserve(state), options(state)) == ("D D D", ["draw", "stop"])


def test_who_builds_nothing_cannot_buy() -> None:
    state = position("diamoniak-2", reserves=["D D D", "R2"])
    assert options(state) == ["draw"]
    settled = position("diamoniak-2", reserves=["D D D", "R2"], next="F", settle=True)
    assert (settled.decision(), reserve(settled)) == ("CONTINUE", "D D D F")


def test_only_the_own_colour_is_for_sale() -> None:
    state = position("diamoniak-2", castles=["R1", "B1"], reserves=["D D D", "B2"])
    assert options(state) == ["draw"]
    reserved = position("diamoniak-3", castles=["R1", "B1"], reserves=["D D D", "Y2 G3", "B2"])
    assert options(reserved) == ["draw"]


def test_buying_the_sixth_part_wins_at_once() -> None:
    state = position("diamoniak-4", castles=["R1 R2 R3 R4 R5"], reserves=["D D D", "R6"])
    act(state, "buy R6 from seat 1")
    assert (state.is_over(), state.ranks(), castle(state)) == (True, [1, 2, 2, 2], "R1 R2 R3 R4 R5 R6")


def test_drawing_takes_the_purchase_away_for_this_turn() -> None:
    state = buyer()
    act(state, "draw")
    assert options(state) == ["draw", "stop"]


def test_with_buy_after_draw_the_purchase_is_still_offered_and_ends_the_turn() -> None:
    state = buyer("diamoniak-2+buyAfterDraw", next_card="D B1")
    act(state, "draw")
    assert options(state) == ["draw", "stop", "buy R2 from seat 1"]
    act(state, "buy R2 from seat 1")
    assert (castle(state), reserve(state), state.actor()) == ("R1 R2", "D", 1)
