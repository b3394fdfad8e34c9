"""A person at the terminal. Sees what a bot in that seat would see, as text."""

import time
from collections.abc import Callable

from engines import engine
from referee.channels.base import Channel, Closing, Json, Reply
from referee.faults import BotFault, FaultKind
from referee.messages import encode
from referee.words import of_terminal, said, t

LONGEST_NUMBER = 9
"""Digits: Python refuses to read numbers of thousands."""


class TerminalChannel(Channel):
    """Shows the table, lists the actions by number and reads one. People play without a clock."""

    name = "human"
    is_timed = False

    def __init__(self, show: Callable[[str], None] = print, ask: Callable[[str], str] = input) -> None:
        self._write = show
        self._ask = ask
        self._message: Json = {}

    def _show(self, text: str) -> None:
        self._write(said(text, of_terminal()))

    def start(self, limit_ms: float) -> None:
        pass

    def send(self, message: Json) -> None:
        self._message = message
        if message["type"] == "end":
            told = t(
                "The game is over. Your rank is {rank}; all ranks: {ranks}.",
                rank=message["rank"],
                ranks=str(message["ranks"]),
            )
            self._show(told)

    def receive(self, limit_ms: float) -> Reply:
        message = self._message
        if message["type"] == "hello":
            told = t(
                "You sit in seat {seat} of {seats} ({variant}).",
                seat=message["seat"],
                seats=message["seats"],
                variant=message["variant"],
            )
            self._show(told)
            return Reply(b'{"type": "ready", "protocol": 1}', 0.0, 0.0)
        begin = time.perf_counter()
        rules, language = engine(message["view"]["game"]), of_terminal()
        for event in message["events"]:
            self._show(f"  · {_told(event, language)}")
        self._show(rules.render(message["view"], language))
        for place, entry in enumerate(message["legal"], start=1):
            words = rules.words_of(entry["action"], language) if language else ""
            self._show(f"  {place:>3}  {words or entry['name']}")
        place = self._read_place(len(message["legal"]))
        return Reply(encode({"index": place - 1}), 0.0, (time.perf_counter() - begin) * 1000)

    def _read_place(self, places: int) -> int:
        while True:
            try:
                question = t("Your choice, 1 to {places} (q gives up):", places=places)
                text = self._ask(f"{said(question, of_terminal())} ").strip()
            except EOFError:
                text = "q"
            if text.lower() == "q":
                raise BotFault(FaultKind.GAVE_UP, t("You gave up."))
            if text.isdecimal() and len(text) < LONGEST_NUMBER and 1 <= int(text) <= places:
                return int(text)
            self._show(t("Please type a number from 1 to {places}.", places=places))

    def close(self) -> Closing:
        return Closing("a person")

    def last_request(self) -> str:
        return encode(self._message).decode() if self._message else ""


def _told(event: Json, language: str) -> str:
    """What happened, in the words of the protocol: every game's events are read so."""
    words = [f"{said(t('seat'), language)} {event['seat']}:"] if "seat" in event else []
    words.append(event["type"].replace("_", " ").replace("-", " "))
    for key, value in event.items():
        if key in {"type", "seat"}:
            continue
        named = str(value) if key == event["type"] else f"{key.replace('_', ' ')} {value}"
        words.append(
            " ".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else named
        )
    return " ".join(filter(None, words))
