"""Ways to make a game harder for a bot without breaking the protocol."""

import time
from collections.abc import Callable
from typing import Any

from referee.channels.base import Channel, Closing, Reply
from referee.faults import Exchange

Json = dict[str, Any]
Trick = Callable[[Json], list[Json]]
"""From a message to the messages that are sent in its place."""

LARGE_BYTES = 160 * 1024
"""More than a pipe holds, so that a bot has to read a line in several pieces."""
LATE_S = 0.3
"""Longer than a decision is free: a bot that takes its opponents' time for its own gives up here, not in a game."""
_TRICKED = 3
"""Requests of a game that get a costly trick; more would only take time."""


class TrickChannel(Channel):
    """A bot's channel with a trick on everything that is sent."""

    def __init__(self, inner: Channel, trick: Trick) -> None:
        self.name, self.version, self.memory_mb = inner.name, inner.version, inner.memory_mb
        self._inner = inner
        self._trick = trick

    def start(self, limit_ms: float) -> None:
        self._inner.start(limit_ms)

    def send(self, message: Json) -> None:
        for line in self._trick(message):
            self._inner.send(line)

    def receive(self, limit_ms: float) -> Reply:
        return self._inner.receive(limit_ms)

    def fileno(self) -> int | None:
        return self._inner.fileno()

    def watch(self) -> None:
        self._inner.watch()

    def hang_up(self) -> None:
        self._inner.hang_up()

    def close(self) -> Closing:
        return self._inner.close()

    def last_request(self) -> str:
        return self._inner.last_request()

    def conversation(self) -> tuple[Exchange, ...]:
        return self._inner.conversation()


def unknown_fields(message: Json) -> list[Json]:
    """A later version of the protocol: new fields everywhere, and a message type nobody knows yet."""
    more: Json = {"weather": {"sky": ["blue"], "wind": None}, "x": 1.5}
    tricked: Json = {**message, **more}
    for key in ("limits", "clock", "view"):
        if isinstance(message.get(key), dict):
            tricked[key] = {**message[key], **more}
    if "legal" in message:
        tricked["legal"] = [{**entry, **more} for entry in message["legal"]]
    notice: Json = {"type": "notice", **more}
    return [notice, tricked] if message["type"] == "request" else [tricked]


def large_views(message: Json) -> list[Json]:
    """The first requests are larger than a pipe. The padding is an unknown field, so the game is the same."""
    if message["type"] == "request" and message["number"] <= _TRICKED:
        return [{**message, "padding": "x" * LARGE_BYTES}]
    return [message]


def late_requests(message: Json) -> list[Json]:
    """The first requests come late, as with opponents who think."""
    if message["type"] == "request" and message["number"] <= _TRICKED:
        time.sleep(LATE_S)
    return [message]


class Staller:
    """An opponent who avoids progress, so that the game runs into its turn limit."""

    _WAITING = ("take", "stop", "stay", "pass", "decline", "skip")

    def choose(self, request: Json) -> int:
        legal = request["legal"]
        for entry in legal:
            if entry["action"].get("type") in self._WAITING or entry["action"].get("mode") == "future":
                return int(entry["id"])
        return int(legal[0]["id"])
