"""The SDK's base class, in this process and as a program in the sandbox without shipping the SDK."""

from pathlib import Path
from typing import Any

import pytest

from bots.sdk import Action, Bot, End, Request
from referee.deal import SealedDeal
from referee.entrants import FolderEntrant
from referee.faults import FaultKind
from referee.game import play_game
from referee.record import GameRecord
from referee.replay import Termination
from tests.bots.cast import QUICK, needs_sandbox
from tests.referee.cast import First, seat
from tests.referee.protocol_examples import real_messages

Json = dict[str, Any]


class Last(Bot):
    name = "Last"

    def __init__(self) -> None:
        self.over: End | None = None

    def choose(self, request: Request) -> Action:
        return request.legal[-1]

    def ended(self, end: End) -> None:
        self.over = end


def test_it_answers_the_messages_of_a_real_game() -> None:
    bot, messages = Last(), real_messages()
    assert bot.handle(messages["hello"]) == {"type": "ready", "protocol": 1, "name": "Last"}
    assert bot.handle(messages["request"]) == {"action": 123}
    assert bot.handle(messages["end"]) is None
    assert bot.over is not None
    assert bot.over.ranks == (2, 1)
    assert bot.hello.variant == "karma-2"


def test_it_asks_for_differences_where_the_author_wants_them() -> None:
    class Thrifty(Last):
        wants_differences = True

    ready = Thrifty().handle(real_messages()["hello"])
    assert ready == {"type": "ready", "protocol": 1, "views": "differences", "name": "Last"}


def test_unknown_messages_and_fields_are_ignored() -> None:
    bot, messages = Last(), real_messages()
    assert bot.handle({"type": "notice", "x": 1}) is None
    assert bot.handle({**messages["hello"], "x": 1}) is not None
    assert bot.handle({**messages["request"], "x": 1}) == {"action": 123}


def test_the_random_generator_comes_from_the_arena() -> None:
    one, other = Last(), Last()
    for bot in (one, other):
        bot.handle(real_messages()["hello"])
    assert one.rng.random() == other.rng.random()


def test_an_id_is_as_good_as_an_action() -> None:
    class ById(Last):
        def choose(self, request: Request) -> int:  # type: ignore[override]  # narrower than Last, as wide as Bot
            return request.legal[0].id

    assert ById().handle(real_messages()["request"]) == {"action": 57}


def test_legal_actions_can_be_looked_up() -> None:
    request = Request.read(real_messages()["request"])
    assert [action.name for action in request.of_type("take")] == ["take the pile"]
    assert request.action(123).type == "take"
    with pytest.raises(KeyError, match="Action 5 is not legal now"):
        request.action(5)


def _play(tmp_path: Path, source: str) -> GameRecord:
    (tmp_path / "bot.py").write_text(source)
    with FolderEntrant(tmp_path) as bot:
        return play_game(
            "diamoniak-2",
            [bot.open("diamoniak-2"), seat(First(), ours=True)],
            SealedDeal.from_text("sdk"),
            control=QUICK,
        )


HEAD = """
from bots.sdk import Bot, log

class Mine(Bot):
    name = "mine"
"""
TAIL = """
Mine().run()
"""


@needs_sandbox
def test_an_upload_uses_the_sdk_without_shipping_it_and_its_log_reaches_the_owner(tmp_path: Path) -> None:
    body = """
    def started(self):
        log("I sit in seat", self.hello.seat)
        print("and print does no harm")

    def choose(self, request):
        return request.legal[0]

    def ended(self, end):
        log("my rank was", end.rank)
"""
    record = _play(tmp_path, HEAD + body + TAIL)
    assert record.termination is Termination.NORMAL, record
    assert record.seats[0].name == "mine"
    tail = record.seats[0].stderr_tail
    assert "I sit in seat 0" in tail
    assert "and print does no harm" in tail
    assert f"my rank was {record.ranks[0]}" in tail


@needs_sandbox
def test_an_exception_in_choose_reaches_the_owner_as_a_traceback(tmp_path: Path) -> None:
    body = """
    def choose(self, request):
        return request.no_such_thing
"""
    fault = _play(tmp_path, HEAD + body + TAIL).faults[0]
    assert fault.kind is FaultKind.CRASH
    assert "has no attribute 'no_such_thing'" in fault.evidence.stderr_tail


@needs_sandbox
def test_a_bot_in_the_sandbox_can_search_with_the_engines(tmp_path: Path) -> None:
    source = """
from bots.sdk import Bot
from bots.sdk.search import Search

class Mine(Bot):
    def choose(self, request):
        return Search(self.rng, depth=10).best(request, simulations=4)

Mine().run()
"""
    (tmp_path / "bot.py").write_text(source)
    with FolderEntrant(tmp_path) as bot:
        record = play_game("karma-2", [bot.open("karma-2"), seat(First(), ours=True)], SealedDeal.from_text("sdk"))
    assert record.termination is Termination.NORMAL, record


@needs_sandbox
def test_only_the_sdk_and_the_engines_are_shown_to_a_bot(tmp_path: Path) -> None:
    body = """
    def started(self):
        import importlib, sys
        for name in ("bots.house", "referee", "arena", "sandbox"):
            try:
                importlib.import_module(name)
                log("FOUND", name)
            except ImportError:
                log("hidden", name)

    def choose(self, request):
        return request.legal[0]
"""
    tail = _play(tmp_path, HEAD + body + TAIL).seats[0].stderr_tail
    assert "FOUND" not in tail
    assert tail.count("hidden") == 4
