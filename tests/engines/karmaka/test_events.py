"""The log tells everyone what everyone saw, and secrets only those who saw them."""

from engines.interface import Json
from engines.karmaka import position
from engines.karmaka.state import KarmakaState
from tests.engines.karmaka.helpers import PUBLIC, ability, act

DECLINE = "decline the offered card"


def last(state: KarmakaState, kind: str, seat: int) -> Json:
    return [event for event in state.events(seat) if event["type"] == kind][-1]


def who_knows(state: KarmakaState, kind: str, field: str) -> list[int]:
    """Seats (and ``PUBLIC``) whose last event of a type has a field."""
    return [seat for seat in range(PUBLIC, state.variant.seats) if field in last(state, kind, seat)]


def test_a_drawn_card_is_known_to_its_seat() -> None:
    state = position("karmaka-3", hands=[["Peek"]], decks=[["Spite"]], record=True)
    assert last(state, "draw", PUBLIC) == {"type": "draw", "seat": 0, "from": "deck"}
    assert last(state, "draw", 0) == {"type": "draw", "seat": 0, "from": "deck", "card": "Spite"}
    assert who_knows(state, "draw", "card") == [0]


def test_a_future_card_is_known_to_its_seat_and_a_mate_card_to_both() -> None:
    state = position("karmaka-2v2", hands=[["Peek", "Spite"]], at="play", record=True)
    act(state, "play Peek on the teammate's Future Life")
    assert who_knows(state, "future", "card") == [0, 2]
    alone = position("karmaka-3", hands=[["Peek", "Spite"]], at="play", record=True)
    act(alone, "play Peek on the Future Life")
    assert who_knows(alone, "future", "card") == [0]


def test_peek_is_public_and_its_cards_are_not() -> None:
    state = position("karmaka-3", hands=[["Peek"], ["Spite", "Panic"]], at="play", record=True)
    ability(state, "Peek", "target seat 1")
    assert last(state, "peek", 2) == {"type": "peek", "seat": 0, "owner": 1}
    assert last(state, "peek", 0)["cards"] == ["Panic", "Spite"]
    assert who_knows(state, "peek", "cards") == [0]


def test_swindle_and_stolen_dreams_are_told_to_both_seats() -> None:
    state = position("karmaka-3", hands=[["Swindle", "Panic"], ["Spite", "Denial"]], at="play", record=True)
    ability(state, "Swindle", "target seat 1", "take Spite")
    assert who_knows(state, "show", "cards") == [0, 1]
    assert who_knows(state, "take_from_hand", "card") == [0, 1]
    dreams = position("karmaka-3", hands=[["Stolen Dreams"]], futures=[[], ["Spite"]], at="play", record=True)
    ability(dreams, "Stolen Dreams", "target seat 1")
    assert who_knows(dreams, "take_future", "card") == [0, 1]


def test_destiny_tells_all_how_many_cards_went_where() -> None:
    state = position("karmaka-2", hands=[["Destiny"]], well=["Peek", "Spite", "Panic"], at="play", record=True)
    ability(state, "Destiny", "put card 0 on the Future Life, card 1, card 2 back on the Well")
    assert last(state, "put_back", 1) == {"type": "put_back", "seat": 0, "to_future": 1, "to_well": 2}
    assert last(state, "put_back", 0)["well_cards"] == ["Spite", "Peek"]
    assert who_knows(state, "look", "cards") == [0]


def test_open_moves_name_their_cards_to_all() -> None:
    state = position("karmaka-2", hands=[["Salvage", "Panic"]], ruins=["Spite"], at="play", record=True)
    ability(state, "Salvage", DECLINE)
    assert last(state, "take_from_ruins", PUBLIC) == {
        "type": "take_from_ruins",
        "seat": 0,
        "card": "Spite",
        "zone": "hand",
    }
    assert last(state, "decline", PUBLIC) == {"type": "decline", "seat": 1, "card": "Salvage"}
    assert last(state, "ruin_centre", PUBLIC)["card"] == "Salvage"


def test_a_new_life_tells_its_cards_to_its_seat_only() -> None:
    state = position("karmaka-2", hands=[[]], decks=[[]], futures=[["Peek", "Spite"]], record=True)
    assert last(state, "future_to_hand", 1) == {"type": "future_to_hand", "seat": 0, "count": 2}
    assert who_knows(state, "future_to_hand", "cards") == [0]
    assert who_knows(state, "deal", "card") == []


def test_the_end_says_if_the_cap_was_reached() -> None:
    won = position("karmaka-2", hands=[[]], decks=[[]], deeds=[["Embody"] * 5, []], rings=[2], levels=[3], record=True)
    act(won, "pay rings and ascend")
    assert won.events(PUBLIC)[-1] == {"type": "over", "capped": False}
    capped = position("karmaka-2", hands=[["Peek"]], turn_number=600, at="play", record=True)
    act(capped, "play Peek as a Deed")
    assert capped.events(PUBLIC)[-1] == {"type": "over", "capped": True}


def test_changing_a_returned_event_does_not_change_the_log() -> None:
    state = position("karmaka-2", hands=[["Peek"], ["Spite", "Panic"]], at="play", record=True)
    ability(state, "Peek")
    last(state, "peek", 0)["cards"].clear()
    assert last(state, "peek", 0)["cards"] == ["Panic", "Spite"]
