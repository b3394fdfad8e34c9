"""The log of what everybody saw."""

from engines import Deal, new_game
from engines.diamoniak import position
from engines.interface import PUBLIC
from tests.engines.diamoniak.helpers import act


def test_a_turn_in_events() -> None:
    state = position("diamoniak-2", reserves=["R2 F"], next="R1 W D", record=True)
    act(state, "draw", "draw", "pay")
    assert state.events(PUBLIC) == [
        {"type": "turn", "seat": 0, "turn": 1},
        {"type": "draw", "seat": 0, "card": "R1"},
        {"type": "build", "seat": 0, "colour": "R", "castle": ["R1", "R2"]},
        {"type": "draw", "seat": 0, "card": "W"},
        {"type": "pay", "seat": 0, "cards": ["R1", "R2", "F"]},
        {"type": "free", "seat": 0, "colour": "R"},
        {"type": "turn", "seat": 1, "turn": 2},
        {"type": "draw", "seat": 1, "card": "D"},
    ]


def test_fairies_stops_and_purchases_in_events() -> None:
    state = position("diamoniak-2", castles=["R1"], reserves=["F D D D", "R2"], next="W D D D", record=True)
    act(state, "draw", "use fairy", "stop", "buy R2 from seat 1")
    assert [event for event in state.events(0) if event["type"] in ("fairy", "stop", "buy")] == [
        {"type": "fairy", "seat": 0},
        {"type": "stop", "seat": 1},
        {"type": "buy", "seat": 0, "seller": 1, "card": "R2"},
    ]


def test_the_end_is_an_event() -> None:
    state = position("diamoniak-2", castles=["R1 R2 R3 R4 R5"], next="R6", record=True)
    act(state, "draw")
    assert state.events(1)[-1] == {"type": "end", "ranks": [1, 2], "capped": False}


def test_a_lock_means_that_no_colour_becomes_free() -> None:
    state = position("diamoniak-2+lockColour", castles=["R1"], next="W D", record=True)
    act(state, "draw")
    assert "free" not in [event["type"] for event in state.events(PUBLIC)]


def test_events_from_a_number_on() -> None:
    state = new_game("diamoniak-2", Deal.from_text("events"), record=True)
    state.apply(0)
    assert len(state.events(0)) == state.event_count()
    assert state.events(0, 2) == state.events(0)[2:]
    assert state.events(0, -5) == state.events(0)


def test_readers_may_change_the_events_they_got() -> None:
    state = position("diamoniak-2", reserves=["D B1"], next="W D", record=True)
    act(state, "draw")
    state.events(0)[2]["cards"].clear()
    state.save()["events"][2]["cards"].clear()
    assert state.events(0)[2] == {"type": "pay", "seat": 0, "cards": ["B1", "D"]}


def test_clones_keep_no_events() -> None:
    state = position("diamoniak-2", record=True)
    copy = state.clone()
    copy.apply(0)
    assert (copy.event_count(), copy.events(0), state.event_count()) == (0, [], 1)
