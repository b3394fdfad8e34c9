"""What was said to a bot in a game, as a file: to see its failure again, and to feed it to the program by hand.

Each line is a message as the bot read it, from ``hello`` on. Between them are its answers, as messages of the type
``answered``, and at the end stands how it failed, as ``fault``: types that no bot knows, and so passes over.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines import variant
from referee.clock import SeatClock, TimeControl
from referee.deal import SealedDeal
from referee.faults import Evidence, Exchange, FaultKind
from referee.messages import GameFacts, encode, hello, request
from referee.record import GameRecord
from referee.replay import Replay
from referee.verify import first_state
from referee.words import t

ANSWERED, FAULT = "answered", "fault"
ASKS = ("hello", "request")
"""Messages that want an answer."""


class ConversationError(Exception):
    """The file is not one; the message says why."""


@dataclass(frozen=True)
class Conversation:
    exchanges: tuple[Exchange, ...]
    kind: FaultKind | None
    """How the bot failed at the last of them."""

    @property
    def memory_mb(self) -> int:
        """As hello told it; 0 for none."""
        return int(json.loads(self.exchanges[0].sent).get("limits", {}).get("memory_mb", 0))


def hello_line(record: GameRecord, seat: int, control: TimeControl, memory_mb: int) -> str:
    """The hello of a seat, made again from the record. Empty for a void game, whose deal stays secret."""
    if record.replay is None:
        return ""
    return _line(hello_of(record.replay, seat, control, memory_mb))


def hello_of(replay: Replay, seat: int, control: TimeControl, memory_mb: int) -> dict[str, Any]:
    played = variant(replay.variant)
    facts = GameFacts(replay.game_id, played, replay.rules_version, replay.commitment, control, memory_mb)
    return hello(facts, seat, SealedDeal(replay.seed, replay.salt).bot_random(seat))


def of_replay(replay: Replay, seat: int, control: TimeControl, memory_mb: int, *, is_at_hello: bool) -> Conversation:
    """What was said to a seat, up to its fault or to the end: a replay fixes it.

    Answers are told by the action they chose, times are rounded as replays have them. ``is_at_hello``: it failed at the
    very first message, which a replay does not tell from the first decision.
    """
    fault = next((fault for fault in replay.faults if fault.seat == seat), None)
    said = [Exchange(_line(hello_of(replay, seat, control, memory_mb)))]
    if not is_at_hello:
        said += _requests(replay, seat, SeatClock(control), None if fault is None else fault.after_actions)
    return Conversation(tuple(said), None if fault is None else fault.kind)


def _requests(replay: Replay, seat: int, clock: SeatClock, last: int | None) -> Iterator[Exchange]:
    """``last``: how many actions the game had seen when the bot failed."""
    state = first_state(replay)
    seen = number = at = 0
    while at < len(replay.actions) or at == last:
        deciders = state.deciders()
        asked = ""
        if seat in deciders:
            number += 1
            asked = _line(request(state, seat, number, seen, clock))
            seen = state.event_count()
        if at == last:
            if asked:
                yield Exchange(asked)
            return
        together = replay.actions[at : at + len(deciders)]
        for action in together:
            if action.seat == seat and asked:
                clock.charge(action.charged_ms)
                yield Exchange(asked, f'{{"action": {action.action}}}', action.charged_ms)
            state.play(action.seat, action.action)
        at += len(together)


def _line(message: dict[str, Any]) -> str:
    return encode(message).decode().rstrip("\n")


def is_hello(line: str) -> bool:
    """Whether a message of ours is a hello; its type comes first."""
    return line.startswith('{"type":"hello"')


def conversation(hello: str, evidence: Evidence) -> tuple[Exchange, ...]:
    """All that was said, or hello and the message that failed where no more was kept; only the hello if that failed."""
    if evidence.conversation:
        return evidence.conversation
    asked = evidence.last_request
    return tuple(Exchange(line) for line in ([] if is_hello(asked) else [hello]) + [asked] if line)


def dumps(exchanges: Sequence[Exchange], kind: FaultKind | None, sentence: str = "") -> str:
    lines: list[str] = []
    for exchange in exchanges:
        lines.append(exchange.sent)
        if exchange.answer is not None:
            answer = {"type": ANSWERED, "line": exchange.answer, "charged_ms": exchange.charged_ms}
            lines.append(json.dumps(answer))
    if kind is not None:
        lines.append(json.dumps({"type": FAULT, "kind": kind.value, "sentence": sentence}))
    return "".join(f"{line}\n" for line in lines)


def loads(text: str) -> Conversation:
    """Raises ``ConversationError``."""
    exchanges: list[Exchange] = []
    kind: FaultKind | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            message = json.loads(line)
            told = message["type"]
            if told == ANSWERED:
                exchanges[-1] = Exchange(exchanges[-1].sent, message["line"], float(message["charged_ms"]))
            elif told == FAULT:
                kind = FaultKind(message["kind"])
            else:
                exchanges.append(Exchange(line))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise ConversationError(
                t("Line {number} is no message of a game: {reason}.", number=number, reason=repr(error))
            ) from error
    if not exchanges or not is_hello(encode(json.loads(exchanges[0].sent)).decode()):
        raise ConversationError(t("The file does not begin with a hello, so it is no conversation with a bot."))
    return Conversation(tuple(exchanges), kind)


def write(path: Path, hello: str, evidence: Evidence, kind: FaultKind | None = None, sentence: str = "") -> str:
    """Write the whole of it to a file. Returns the sentence that tells how to use it."""
    path.write_text(dumps(conversation(hello, evidence), kind, sentence), encoding="utf-8")
    return t("See it again: arena rerun {path} YOUR-BOT. By hand: python3 bot.py < {path}", path=str(path))
