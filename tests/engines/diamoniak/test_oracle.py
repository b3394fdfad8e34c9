"""Whole games of the engine against the literal rules."""

from random import Random

import pytest

from engines import Deal, new_game
from engines.diamoniak.cards import CARD_NAMES
from engines.interface import PUBLIC, Json, State
from tests.engines.diamoniak.oracle import Choice, Oracle

SLUGS = [f"diamoniak-{seats}{options}" for seats in (2, 3, 4) for options in ("", "+buyAfterDraw", "+lockColour")]


def choice_of(action: Json) -> Choice:
    if action["type"] == "buy":
        return ("buy", action["seller"], action["card"])
    return (action["type"], *sorted(action.get("cards", [])))


def compare(state: State, oracle: Oracle) -> None:
    view = state.view(PUBLIC)
    witch_lies_open = ["W"] if view["shown"] else []
    assert sorted(view["returned"] + witch_lies_open) == sorted(oracle.returned)
    assert view["unseen"] == sorted(oracle.draw, key=CARD_NAMES.index)
    for seat, zones in enumerate(view["seats"]):
        assert sorted(zones["castle"]) == sorted(oracle.castle[seat])
        assert sorted(zones["reserve"]) == sorted(oracle.reserve[seat])
        assert (zones["colour"] or "") == oracle.colour(seat)
    assert (view["turn"], view["draw"]) == (oracle.turns, len(oracle.draw))
    assert view["active"] == (oracle.seat if oracle.ask else None)


def play_both(slug: str, deal: Deal, rng: Random) -> State:
    state = new_game(slug, deal, first_seat=0)
    oracle = Oracle(state.variant.seats, deal, 0, "buyAfterDraw" in slug, "lockColour" in slug)
    while not state.is_over():
        compare(state, oracle)
        choices = {choice_of(state.action_json(action)): action for action in state.legal_actions()}
        assert oracle.ask == (state.decision(), set(choices))
        # Some boldness: long turns meet more witches, full castles and reshuffles than an even hand does.
        wanted = ("draw",) if ("draw",) in choices and rng.random() < 0.3 else rng.choice(sorted(choices, key=str))
        state.play(state.actor(), choices[wanted])
        oracle.choose(wanted)
    compare(state, oracle)
    assert oracle.ask is None
    assert state.is_capped() == (oracle.winner < 0)
    return state


@pytest.mark.parametrize("slug", [*SLUGS, "diamoniak-4+buyAfterDraw+lockColour"])
def test_the_engine_plays_as_the_literal_rules_do(slug: str) -> None:
    reshuffled = 0
    for number in range(12):
        state = play_both(slug, Deal.from_text(f"{slug} {number}"), Random(number))
        reshuffled += state.view(PUBLIC)["reshuffles"]
    assert reshuffled > 5
