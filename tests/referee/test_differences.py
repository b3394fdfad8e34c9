"""A bot that asks for differences sees, byte for byte, what it would see without."""

import json
from typing import Any

import pytest

from bots.sdk import Action, Bot, Request
from engines import variants
from referee.channels.base import Channel, Closing, Reply
from referee.channels.inprocess import InProcessChannel
from referee.deal import SealedDeal
from referee.game import play_game
from referee.messages import encode
from referee.record import GameRecord
from tests.referee.cast import AnyLegal

Json = dict[str, Any]


class Spoiler(Bot):
    """Chooses as ``AnyLegal`` does, and ruins what it was given afterwards."""

    wants_differences = True

    def __init__(self, seen: list[bytes], fails_at: int) -> None:
        self._seen = seen
        self._fails_at = fails_at

    def choose(self, request: Request) -> Action | int:
        self._seen.append(encode(request.view))
        choice = AnyLegal().choose(request.raw)
        for value in request.view.values():
            if isinstance(value, dict | list):
                value.clear()
        request.view.clear()
        return -1 if request.number == self._fails_at else choice


class Wire(Channel):
    """The SDK at the other end of lines of JSON."""

    name = "wire"

    def __init__(self, bot: Bot, lines: list[bytes]) -> None:
        self._bot = bot
        self._lines = lines

    def start(self, limit_ms: float) -> None:
        pass

    def send(self, message: Json) -> None:
        self._lines.append(encode(message))

    def receive(self, limit_ms: float) -> Reply:
        return Reply(json.dumps(self._bot.handle(json.loads(self._lines[-1]))).encode(), 0.0, 0.0)

    def close(self) -> Closing:
        return Closing()

    def last_request(self) -> str:
        return self._lines[-1].decode()


class Watcher(AnyLegal):
    """Plays in the process, and so is told everything in full."""

    def __init__(self, seen: list[bytes]) -> None:
        super().__init__()
        self._seen = seen

    def choose(self, request: Json) -> int:
        self._seen.append(encode(request["view"]))
        return super().choose(request)


def play(slug: str, first: Channel, seats: int) -> GameRecord:
    others = [InProcessChannel(AnyLegal(), "other") for _ in range(seats - 1)]
    return play_game(slug, [first, *others], SealedDeal.from_text("differences"))


@pytest.mark.parametrize("slug", [each.slug for each in variants()])
def test_the_views_are_byte_identical(slug: str) -> None:
    seats = next(each.seats for each in variants() if each.slug == slug)
    whole: list[bytes] = []
    told: list[bytes] = []
    lines: list[bytes] = []
    plain = play(slug, InProcessChannel(Watcher(whole), "watcher"), seats)
    record = play(slug, Wire(Spoiler(told, 0), lines), seats)
    assert told == whole
    assert len(told) > 2
    assert record.transcript_hash == plain.transcript_hash
    assert sum(b'"changes":' in line for line in lines) > len(told) / 2


def test_a_failed_request_is_kept_with_its_whole_view() -> None:
    told: list[bytes] = []
    record = play("karma-2", Wire(Spoiler(told, 3), []), 2)
    assert encode(json.loads(record.faults[0].evidence.last_request)["view"]) == told[-1]


def test_a_house_bot_that_stands_in_gets_whole_views() -> None:
    record = play("karma-3", Wire(Spoiler([], 3), []), 3)
    assert record.replay is not None
    assert record.faults
    assert not record.void_reason
