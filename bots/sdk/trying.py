"""Whole games for the tests of a bot, without the arena's program and without a sandbox.

    from bots.sdk.trying import whole_game

    end = whole_game(MyBot(), "karma-2")
    assert end.termination == "normal"

The other seats play at random. An answer that is not legal raises ``AssertionError``: in the arena it would lose the
game. Time is not looked at.
"""

from random import Random

from bots.sdk.bot import Bot
from bots.sdk.messages import End, Json
from engines import Deal, State, engine, new_game

_LIMITS = {"decision_ms": 200, "bank_ms": 10_000, "start_ms": 10_000, "memory_mb": 256}


def whole_game(bot: Bot, variant: str, seat: int = 0, seed: str = "test") -> End:
    """Play one game and return what the bot was told at its end. The same seed gives the same game."""
    state = new_game(variant, Deal.from_text(seed), record=True)
    bot.handle(_hello(state, seat, seed))
    rng = Random(seed)
    number = seen = 0
    while not state.is_over():
        asked = state.actor()
        if asked != seat:
            state.apply(rng.choice(state.legal_actions(asked)), asked)
            continue
        number += 1
        answer = bot.handle(_request(state, seat, number, seen)) or {}
        seen = state.event_count()
        action, legal = answer.get("action"), state.legal_actions(seat)
        assert action in legal, f"request {number}: {action!r} is not one of the legal actions {legal}"  # noqa: S101
        state.play(seat, action)
    end = _end(state, seat, seen)
    bot.handle(end)
    return End.read(end)


def _hello(state: State, seat: int, seed: str) -> Json:
    played = state.variant
    return {
        "type": "hello",
        "protocol": 1,
        "game_id": "test",
        "game": played.game,
        "variant": played.slug,
        "options": dict(played.options),
        "rules_version": engine(played.game).rules_version,
        "rank_policy": played.rank_policy.value,
        "seat": seat,
        "seats": played.seats,
        "sides": [list(side) for side in played.sides],
        "limits": _LIMITS,
        "random": f"{seed} {seat}",
        "commitment": "",
    }


def _request(state: State, seat: int, number: int, seen: int) -> Json:
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
        "events": state.events(seat, seen),
        "legal": legal,
        "clock": {"decision_ms": _LIMITS["decision_ms"], "bank_ms": _LIMITS["bank_ms"]},
    }


def _end(state: State, seat: int, seen: int) -> Json:
    ranks = state.ranks()
    return {
        "type": "end",
        "seat": seat,
        "termination": "cap" if state.is_capped() else "normal",
        "ranks": ranks,
        "rank": ranks[state.variant.side_of(seat)],
        "events": state.events(seat, seen),
    }
