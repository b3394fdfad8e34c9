"""What another bot would have played at a decision of a finished game.

It comes to the seat as a stand-in does: a new process, hello, and one request with the view of that seat and all events
that the seat had seen. Nothing else of the game reaches it: even the deal's commitment in its hello is another one.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import State
from engines import variant as find_variant
from referee.analysis.worth import Worth, worth_of
from referee.channels.base import Channel
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.messages import GameFacts
from referee.replay import Replay
from referee.single import ask_once
from referee.verify import play_again
from referee.words import t

Json = dict[str, Any]


class AskingError(ValueError):
    """The question makes no sense, with a sentence that says why."""


@dataclass(frozen=True)
class Asked:
    """One of those that are asked."""

    label: str
    open: Callable[[], Channel]


@dataclass(frozen=True)
class Answer:
    """What one of them would have played, or how it failed."""

    label: str
    action: int | None
    fault: str = ""


@dataclass(frozen=True)
class Position:
    """A decision of a replay."""

    state: State
    """With its log of events."""
    seat: int
    played: int


def position_at(replay: Replay, step: int) -> Position:
    """The decision that made action number ``step``, from 0. Raises ``AskingError`` or ``EngineError``."""
    if not 0 <= step < len(replay.actions):
        raise AskingError(t("This game has the decisions 0 to {last}.", last=len(replay.actions) - 1))
    taken = replay.actions[step]
    return Position(play_again(replay, step), taken.seat, taken.action)


def chance_of(replay: Replay, step: int, whose: str) -> bytes:
    """For a house bot: the same question gets the same answer, another decision another throw of the dice."""
    return hashlib.sha256(f"{whose}|{step}|{replay.transcript_hash}".encode()).digest()


def ask_all(replay: Replay, step: int, asked: Sequence[Asked]) -> Json:
    """Everybody's answer with its chance to win, and that of what was played. Raises as ``position_at`` does."""
    position = position_at(replay, step)
    answers = [_ask(position, replay, one) for one in asked]
    chosen = [position.played, *(answer.action for answer in answers if answer.action is not None)]
    worth = worth_of(position.state, position.seat, chosen, Random(f"worth|{step}|{replay.transcript_hash}"))
    name = position.state.action_name
    return {
        "decision": position.state.decision(),
        "seat": position.seat,
        "played": {"name": name(position.played), **_told(worth.get(position.played))},
        "answers": [
            {"label": answer.label, "fault": answer.fault, "name": "", "chance": None, "error": None}
            if answer.action is None
            else {
                "label": answer.label,
                "fault": "",
                "name": name(answer.action),
                "is_same": answer.action == position.played,
                **_told(worth.get(answer.action)),
            }
            for answer in answers
        ],
    }


def _told(worth: Worth | None) -> Json:
    return {"chance": worth.chance if worth else None, "error": worth.error if worth else None}


def _ask(position: Position, replay: Replay, asked: Asked) -> Answer:
    deal, control = SealedDeal.fresh(), TimeControl()
    variant = find_variant(replay.variant)
    facts = GameFacts(deal.commitment[:16], variant, replay.rules_version, deal.commitment, control, memory_mb=0)
    said = ask_once(position.state, position.seat, asked.open(), facts, deal.bot_random(position.seat))
    return Answer(asked.label, said.action, said.fault)
