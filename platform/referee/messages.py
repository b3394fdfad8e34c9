"""The messages of protocol 1, as ``docs/bot-authors/protocol.md`` specifies them.

Builders make what we send; parsers read what a bot wrote, trust nothing and raise ``BotFault`` with a sentence for
the bot's author. No message carries the seed, an opponent's name or anything hidden from the seat.
"""

import re
from dataclasses import dataclass
from typing import Any

import orjson

from engines import State, Variant, engine
from referee.clock import SeatClock, TimeControl
from referee.faults import BotFault, FaultKind
from referee.strict_json import StrictJsonError, parse_object
from referee.words import t

Json = dict[str, Any]

PROTOCOL = 1
MAX_NAME = 60
"""Arbitrary: what a bot calls itself stands in tables of a terminal."""
DIFFERENCES = "differences"

# Nearly every answer looks like this, and matching it is four times cheaper than parsing JSON strictly.
# It takes no more than JSON does: no leading zeros, and only JSON's own four kinds of space.
_PLAIN_ANSWER = re.compile(
    rb'[ \t\r\n]*\{[ \t\r\n]*"(action|index)"[ \t\r\n]*:[ \t\r\n]*(0|[1-9]\d{0,8})[ \t\r\n]*\}[ \t\r\n]*'
)


@dataclass(frozen=True)
class Ready:
    """A bot's answer to hello."""

    name: str
    """What the bot calls itself; for its owner's logs only."""
    wants_differences: bool = False
    """It can put a view together from what has changed."""


@dataclass(frozen=True)
class GameFacts:
    """What a hello tells besides the seat."""

    game_id: str
    """Opaque: it says nothing of the deal or the opponents."""
    variant: Variant
    rules_version: int
    commitment: str
    control: TimeControl
    memory_mb: int


def encode(message: Json) -> bytes:
    """A message as the line that a program reads."""
    return orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE)


def hello(facts: GameFacts, seat: int, random: str) -> Json:
    variant, control = facts.variant, facts.control
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game_id": facts.game_id,
        "game": variant.game,
        "variant": variant.slug,
        "options": dict(variant.options),
        "rules_version": facts.rules_version,
        "rank_policy": variant.rank_policy.value,
        "seat": seat,
        "seats": variant.seats,
        "sides": [list(side) for side in variant.sides],
        "limits": {
            "decision_ms": control.decision_ms,
            "bank_ms": control.bank_ms,
            "start_ms": control.start_ms,
            "memory_mb": facts.memory_mb,
        },
        "random": random,
        "commitment": facts.commitment,
    }


_entries: dict[str, dict[int, Json]] = {}
"""By game and action id, what "legal" says of it: an id means the same in every state."""


def legal(state: State, seat: int) -> list[Json]:
    """The legal actions of a seat, with their names and forms."""
    known = _entries.setdefault(state.variant.game, {})
    entries = []
    for action in state.legal_actions(seat):
        entry = known.get(action)
        if entry is None:
            entry = {"id": action, "name": state.action_name(action), "action": state.action_json(action)}
            known[action] = entry
        entries.append(entry)
    return entries


def action_words(state: State, action: int, language: str) -> str:
    """An action for people; the engine's own name of it where nobody says it in their language."""
    words = engine(state.variant.game).words_of(state.action_json(action), language) if language else ""
    return words or state.action_name(action)


def request(state: State, seat: int, number: int, since: int, clock: SeatClock) -> Json:
    return {
        "type": "request",
        "number": number,
        "seat": seat,
        "decision": state.decision(),
        "view": state.view(seat),
        "events": state.events(seat, since),
        "legal": legal(state, seat),
        "clock": clock.shown(),
    }


def end(seat: int, side: int, ranks: list[int], termination: str, events: list[Json]) -> Json:
    return {
        "type": "end",
        "seat": seat,
        "termination": termination,
        "ranks": ranks,
        "rank": ranks[side],
        "events": events,
    }


_HELLO, _REQUEST = t("hello"), t("a request")


def parse_ready(line: bytes) -> Ready:
    ready = _parse(line, _HELLO)
    if ready.get("type") != "ready":
        raise BotFault(
            FaultKind.PROTOCOL,
            t(
                'The answer to hello was {line}. Answer {"type": "ready", "protocol": 1} before anything else.',
                line=_quote(line),
            ),
        )
    version = ready.get("protocol")
    if version != PROTOCOL or isinstance(version, bool | float):
        raise BotFault(
            FaultKind.PROTOCOL,
            t(
                'The bot speaks protocol {version}; this arena speaks protocol 1. Answer "protocol": 1.',
                version=_quote(version),
            ),
        )
    name = ready.get("name")
    printable = "".join(sign for sign in name if sign.isprintable()) if isinstance(name, str) else ""
    return Ready(printable[:MAX_NAME], ready.get("views") == DIFFERENCES)


def parse_answer(line: bytes, legal: list[Json]) -> int:
    """The id of the action that an answer names."""
    plain = _PLAIN_ANSWER.fullmatch(line)
    if plain:
        return _resolve(plain[1].decode(), int(plain[2]), legal)
    answer = _parse(line, _REQUEST)
    keys = [key for key in ("action", "index") if key in answer]
    if len(keys) != 1:
        raise BotFault(
            FaultKind.PROTOCOL,
            t(
                'The answer was {line}. Answer {"action": id} or {"index": place in "legal"}, one of the two.',
                line=_quote(line),
            ),
        )
    value = answer[keys[0]]
    if not isinstance(value, int) or isinstance(value, bool):
        sentence = t('"{key}" was {value}. Answer with a whole number.', key=keys[0], value=_quote(value))
        raise BotFault(FaultKind.PROTOCOL, sentence)
    return _resolve(keys[0], value, legal)


def _resolve(key: str, value: int, legal: list[Json]) -> int:
    if key == "index":
        if 0 <= value < len(legal):
            return int(legal[value]["id"])
        raise BotFault(
            FaultKind.ILLEGAL_ACTION,
            t(
                'The answer named index {value}, but "legal" had the places 0 to {last}.',
                value=value,
                last=len(legal) - 1,
            ),
        )
    for entry in legal:
        if entry["id"] == value:
            return value
    shown = ", ".join(f"{entry['id']} ({entry['name']})" for entry in legal[:8])
    named = t("{shown} and {n} more", shown=shown, n=len(legal) - 8) if len(legal) > 8 else shown
    raise BotFault(
        FaultKind.ILLEGAL_ACTION,
        t(
            'The answer named action {value}, which is not in "legal". Legal were {named}.',
            value=value,
            named=named,
        ),
    )


def _parse(line: bytes, asked: str) -> Json:
    try:
        return parse_object(line)
    except StrictJsonError as error:
        raise BotFault(
            FaultKind.PROTOCOL,
            t(
                "The answer to {asked} was {line}: {error}. Write one JSON object and a line break to stdout, "
                "and send logs to stderr.",
                asked=asked,
                line=_quote(line),
                error=error.sentence,
            ),
        ) from error


def _quote(value: object) -> str:
    """For a sentence: short, and without signs that could play tricks on the reader's terminal."""
    raw = value.decode("utf-8", "replace").rstrip("\n") if isinstance(value, bytes) else repr(value)
    text = "".join(sign if sign.isprintable() else "\ufffd" for sign in raw[:200])
    return text if len(text) <= 120 else f"{text[:120]}…"
