"""A small cast of in-process bots and the shortest way to a game."""

import hashlib
from collections.abc import Sequence
from typing import Any

from bots.house.base import HouseBot
from referee.channels.base import Channel, Closing, Reply
from referee.channels.inprocess import InProcessChannel
from referee.deal import SealedDeal
from referee.faults import BotFault, FaultKind
from referee.game import play_game
from referee.messages import encode
from referee.record import GameRecord

Json = dict[str, Any]


class First:
    """Always the first legal action."""

    def choose(self, request: Json) -> int:
        return int(request["legal"][0]["id"])


class AnyLegal:
    """A legal action by hash of the request's number: plays all kinds of games, repeatably."""

    def __init__(self, seed: str = "") -> None:
        self._seed = seed

    def choose(self, request: Json) -> int:
        legal = request["legal"]
        digest = hashlib.sha256(f"{self._seed}{request['seat']}{request['number']}".encode()).digest()
        return int(legal[digest[0] % len(legal)]["id"])


class Failing:
    """Plays until its n-th decision, then raises."""

    def __init__(self, at: int = 1) -> None:
        self._at = at

    def choose(self, request: Json) -> int:
        if request["number"] >= self._at:
            raise RuntimeError("out of ideas")
        return int(request["legal"][0]["id"])


class Cheating:
    """Names an action that does not exist."""

    def choose(self, request: Json) -> int:
        return 987_654


class Recording(Channel):
    """Answers like ``First`` and keeps every message in the order in which all seats got them."""

    def __init__(self, log: list[tuple[str, int, Json]], number: int, bot: HouseBot | None = None) -> None:
        self.name = f"recording {number}"
        self._log = log
        self._number = number
        self._bot = bot or First()
        self._message: Json = {}

    def start(self, limit_ms: float) -> None:
        self._log.append(("start", self._number, {}))

    def send(self, message: Json) -> None:
        self._message = message
        self._log.append(("send", self._number, message))

    def receive(self, limit_ms: float) -> Reply:
        self._log.append(("receive", self._number, {}))
        if self._message["type"] == "hello":
            return Reply(b'{"type":"ready","protocol":1}', 1.0, 1.0)
        return Reply(encode({"action": self._bot.choose(self._message)}), 0.5, 1.0)

    def close(self) -> Closing:
        self._log.append(("close", self._number, {}))
        return Closing("recorded")


class Scripted(Channel):
    """Says fixed lines, one per message; each takes ``charged_ms``."""

    def __init__(self, lines: Sequence[bytes], charged_ms: float = 1.0) -> None:
        self.name = "scripted"
        self._lines = list(lines)
        self._charged_ms = charged_ms

    def start(self, limit_ms: float) -> None: ...

    def send(self, message: Json) -> None: ...

    def receive(self, limit_ms: float) -> Reply:
        if not self._lines:
            raise BotFault(FaultKind.CRASH, "The script is over.")
        return Reply(self._lines.pop(0), self._charged_ms, self._charged_ms)

    def close(self) -> Closing:
        return Closing("scripted", "the log of the script")


def seat(bot: HouseBot, name: str = "bot", ours: bool = False) -> InProcessChannel:
    return InProcessChannel(bot, name, ours=ours)


def play(slug: str, *bots: HouseBot | Channel, deal: str = "tutorial", **more: Any) -> GameRecord:
    """A game of in-process bots; the stand-in is ``First``, whatever house bots are installed."""
    channels = [bot if isinstance(bot, Channel) else seat(bot, f"bot {number}") for number, bot in enumerate(bots)]
    more.setdefault("substitute", lambda variant, seed: First())
    return play_game(slug, channels, SealedDeal.from_text(deal), **more)
