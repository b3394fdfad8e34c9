"""A person at the terminal. Sees what a bot in that seat would see, as text."""

import time
from collections.abc import Callable

from engines import engine
from referee.channels.base import Channel, Closing, Json, Reply
from referee.faults import BotFault, FaultKind
from referee.messages import encode
from referee.words import t


class TerminalChannel(Channel):
    """Shows the table, lists the actions by number and reads one. People play without a clock."""

    name = "human"
    is_timed = False

    def __init__(self, show: Callable[[str], None] = print, ask: Callable[[str], str] = input) -> None:
        self._show = show
        self._ask = ask
        self._message: Json = {}

    def start(self, limit_ms: float) -> None:
        pass

    def send(self, message: Json) -> None:
        self._message = message
        if message["type"] == "end":
            self._show(f"The game is over. Your rank is {message['rank']}; all ranks: {message['ranks']}.")

    def receive(self, limit_ms: float) -> Reply:
        message = self._message
        if message["type"] == "hello":
            self._show(f"You sit in seat {message['seat']} of {message['seats']} ({message['variant']}).")
            return Reply(b'{"type": "ready", "protocol": 1}', 0.0, 0.0)
        begin = time.perf_counter()
        self._show(engine(message["view"]["game"]).render(message["view"]))
        for place, entry in enumerate(message["legal"], start=1):
            self._show(f"  {place:>3}  {entry['name']}")
        place = self._read_place(len(message["legal"]))
        return Reply(encode({"index": place - 1}), 0.0, (time.perf_counter() - begin) * 1000)

    def _read_place(self, places: int) -> int:
        while True:
            try:
                text = self._ask(f"Your choice, 1 to {places} (q gives up): ").strip()
            except EOFError:
                text = "q"
            if text == "q":
                raise BotFault(FaultKind.GAVE_UP, t("You gave up."))
            if text.isdecimal() and 1 <= int(text) <= places:
                return int(text)
            self._show(f"Please type a number from 1 to {places}.")

    def close(self) -> Closing:
        return Closing("a person")

    def last_request(self) -> str:
        return encode(self._message).decode() if self._message else ""
