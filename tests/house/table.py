"""A table for tests: requests as the referee makes them, and games between house bots."""

from collections.abc import Sequence

from bots.house.base import HouseBot, Json
from bots.house.registry import create
from engines import Deal, State, new_game

QUICK_MS = 8
"""A clock that leaves the search a handful of simulations."""


def request_for(state: State, seat: int, number: int = 1, decision_ms: int = QUICK_MS) -> Json:
    legal = [
        {"id": action, "name": state.action_name(action), "action": state.action_json(action)}
        for action in state.legal_actions(seat)
    ]
    return {
        "type": "request",
        "number": number,
        "seat": seat,
        "decision": state.decision(),
        "view": state.view(seat),
        "events": [],
        "legal": legal,
        "clock": {"decision_ms": decision_ms, "bank_ms": 10_000},
    }


def bots_for(slug: str, names: Sequence[str], seed: bytes = b"seed") -> list[HouseBot]:
    return [create(name, slug, seed + bytes([seat])) for seat, name in enumerate(names)]


def play(slug: str, bots: Sequence[HouseBot], deal: str = "table", decisions: int = 100_000) -> tuple[State, list[int]]:
    """Play a game, or its first decisions, with every action checked by the engine."""
    state = new_game(slug, Deal.from_text(deal))
    actions: list[int] = []
    while not state.is_over() and len(actions) < decisions:
        seat = state.actor()
        action = bots[seat].choose(request_for(state, seat, len(actions) + 1))
        state.play(seat, action)
        actions.append(action)
    return state, actions
