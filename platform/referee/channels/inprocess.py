"""Python code in this process: house bots, tests and the SDK's local runs. Not for code we do not trust."""

import time
import traceback

from bots.house.base import HouseBot
from referee.channels.base import Channel, Closing, Json, Reply
from referee.faults import BotFault, FaultKind, VoidError
from referee.messages import encode
from referee.words import t

_READY = b'{"type": "ready", "protocol": 1}'


class InProcessChannel(Channel):
    """A ``HouseBot`` in a seat.

    With ``ours`` (the default) an exception of the bot makes the game void and the clock cannot end its game. Without,
    the bot is treated like a program: an exception is a crash, and the clock counts.
    """

    def __init__(self, bot: HouseBot, name: str, version: str = "", ours: bool = True) -> None:
        self.name = name
        self.version = version
        self.is_timed = not ours
        self._bot = bot
        self._ours = ours
        self._message: Json = {}
        self._trace = ""

    def start(self, limit_ms: float) -> None:
        pass

    def send(self, message: Json) -> None:
        self._message = message

    def receive(self, limit_ms: float) -> Reply:
        if self._message["type"] == "hello":
            return Reply(_READY, 0.0, 0.0)
        cpu, wall = time.thread_time_ns(), time.perf_counter_ns()
        action = self._choose()
        charged = (time.thread_time_ns() - cpu) / 1e6
        return Reply(b'{"action":%d}' % action, charged, (time.perf_counter_ns() - wall) / 1e6)

    def _choose(self) -> int:
        try:
            return self._bot.choose(self._message)
        except Exception as error:
            self._trace = traceback.format_exc()
            if self._ours:
                raise VoidError(f"The house bot {self.name} raised {error!r}.\n{self._trace}") from error
            sentence = t("The bot raised {error}. The traceback is in its log.", error=repr(error))
            raise BotFault(FaultKind.CRASH, sentence) from error

    def close(self) -> Closing:
        return Closing("ran inside the referee", self._trace)

    def last_request(self) -> str:
        return encode(self._message).decode() if self._message else ""
