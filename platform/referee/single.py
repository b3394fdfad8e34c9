"""One decision of a program that comes to a seat in the middle of a game, as a stand-in does.

It gets a process of its own, a hello, and one request with the view of that seat and all events that the seat had
seen. Nothing else of the game reaches it, and when it has answered it is gone.
"""

from dataclasses import dataclass

from engines import State
from referee.channels.base import Channel
from referee.clock import TimeControl
from referee.faults import BotFault
from referee.messages import GameFacts
from referee.seat import SeatInPlay


@dataclass(frozen=True)
class Single:
    """What it chose, or how it failed: the kind of the fault and a sentence about it."""

    action: int | None
    fault: str = ""
    sentence: str = ""
    charged_ms: float = 0.0
    log: str = ""
    """The end of what it wrote to stderr."""


def ask_once(state: State, seat: int, channel: Channel, facts: GameFacts, random: str) -> Single:
    """Raises ``VoidError`` for what our side did."""
    control: TimeControl = facts.control
    asked = SeatInPlay(seat, channel, control)
    action, charged_ms, fault = None, 0.0, None
    try:
        asked.greet(facts, random)
        asked.hear_ready()
        request = asked.request(state)
        asked.ask(request)
        answer = asked.answer(request)
        action, charged_ms = answer.action, answer.charged_ms
    except BotFault as failure:
        fault = failure
    finally:
        asked.close()
    log = asked.report.stderr_tail
    if fault is not None:
        return Single(None, fault.kind.value, fault.sentence, log=log)
    return Single(action, charged_ms=charged_ms, log=log)
