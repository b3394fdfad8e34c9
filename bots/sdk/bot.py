"""The base class of Python bots, and the loop that speaks protocol 1."""

import json
import sys
import traceback
from abc import ABC, abstractmethod
from random import Random
from typing import BinaryIO

from bots.sdk.differences import Views
from bots.sdk.log import log
from bots.sdk.messages import Action, End, Hello, Json, Request

PROTOCOL = 1


class Bot(ABC):
    """One bot in one seat of one game. The arena starts a new process for every game."""

    name: str = ""
    """Optional; shown to you in logs and reports."""
    wants_differences: bool = False
    """Be sent only what is new in a view. You see whole views either way: this saves bytes and costs processor time."""
    hello: Hello
    """Which game and seat; set before ``started`` is called."""
    _views: Views | None = None
    rng: Random
    """Your random generator, seeded by the arena: use it, and a game can be repeated exactly."""

    @abstractmethod
    def choose(self, request: Request) -> Action | int:
        """Your decision: one of ``request.legal``, or its id."""

    def started(self) -> None:  # noqa: B027 - a hook: most bots need none
        """Called once before the first decision. Load tables here; it has its own time limit."""

    def ended(self, end: End) -> None:  # noqa: B027 - a hook: most bots need none
        """Called after the game, if there is time left."""

    def handle(self, message: Json) -> Json | None:
        """The answer to one message, or None where none is due. Messages of unknown type are ignored."""
        kind = message.get("type")
        if kind == "hello":
            self.hello = Hello.read(message)
            self.rng = Random(self.hello.random)
            self.started()
            return self._ready()
        if kind == "request":
            choice = self.choose(Request.read(self._whole(message) if self.wants_differences else message))
            return {"action": choice.id if isinstance(choice, Action) else choice}
        if kind == "end":
            self.ended(End.read(message))
        return None

    def _ready(self) -> Json:
        ready: Json = {"type": "ready", "protocol": PROTOCOL}
        if self.wants_differences:
            ready["views"] = "differences"
        if self.name:
            ready["name"] = self.name
        return ready

    def _whole(self, request: Json) -> Json:
        if self._views is None:  # a bot's own ``__init__`` need not know of us
            self._views = Views()
        return self._views.complete(request)

    def run(self) -> None:
        """Play one game over stdin and stdout. ``print`` is sent to stderr meanwhile, so it cannot break the game."""
        answers = sys.stdout  # held here: a stream that nobody holds closes its descriptor
        sys.stdout = sys.stderr
        try:
            self._talk(sys.stdin.buffer, answers.buffer)
        except Exception:
            log(traceback.format_exc())
            sys.exit(1)

    def _talk(self, messages: BinaryIO, answers: BinaryIO) -> None:
        read = json.JSONDecoder().raw_decode  # what `json.loads` comes to, after looking for other encodings than ours
        for line in iter(messages.readline, b""):
            message, _ = read(line.decode().lstrip())
            answer = self.handle(message)
            if answer is not None:
                answers.write(_written(answer))
                answers.flush()
            if message.get("type") == "end":
                return


def _written(answer: Json) -> bytes:
    action = answer.get("action")
    if type(action) is int and len(answer) == 1:  # nearly every answer, and an encoder takes longer than most bots
        return b'{"action": %d}\n' % action
    return json.dumps(answer).encode() + b"\n"
