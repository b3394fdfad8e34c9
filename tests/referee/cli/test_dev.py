"""``arena dev``: tests, the last fault and the same games, after every save."""

import os
from pathlib import Path

import pytest

from referee.cli import dev
from tests.bots.cast import needs_sandbox
from tests.referee.cli.arena import Arena

pytestmark = needs_sandbox
GOOD = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    if message["type"] == "request":
        print(json.dumps({"action": message["legal"][0]["id"]}), flush=True)
"""
BAD = GOOD.replace('message["legal"][0]["id"]', "-1")
TEST = """
import unittest
class Truth(unittest.TestCase):
    def test_truth(self):
        self.assertTrue(VALUE)
"""
GAMES = ("--once", "--variant", "diamoniak-2", "--against", "house:random", "--blocks", "1")


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "my-bot"
    folder.mkdir()
    (folder / "bot.py").write_text(GOOD)
    return folder


def test_a_good_bot_is_tested_and_plays(arena: Arena, bot: Path) -> None:
    (bot / "test_truth.py").write_text(TEST.replace("VALUE", "True"))
    ran = arena("dev", bot, *GAMES)
    assert ran.status == 0, ran.out + ran.err
    assert "tests passed" in ran.out
    assert "1 blocks, 2 games" in ran.out or "1 block" in ran.out


def test_failing_tests_are_shown_and_nothing_is_played(arena: Arena, bot: Path) -> None:
    (bot / "test_truth.py").write_text(TEST.replace("VALUE", "False"))
    ran = arena("dev", bot, *GAMES)
    assert ran.status == 1
    assert "tests failed" in ran.out
    assert "AssertionError" in ran.out
    assert "block" not in ran.out


def test_the_tests_of_a_makefile_are_run(arena: Arena, bot: Path) -> None:
    (bot / "Makefile").write_text("test:\n\t@echo from the makefile; exit 3\n")
    ran = arena("dev", bot, *GAMES)
    assert (ran.status, "from the makefile" in ran.out) == (1, True)


def test_a_fault_is_kept_said_again_and_goes_when_it_is_mended(arena: Arena, bot: Path) -> None:
    (bot / "bot.py").write_text(BAD)
    assert arena("dev", bot, *GAMES).status == 1
    assert (bot / dev.FAULT).is_file()
    again = arena("dev", bot, *GAMES)
    assert (again.status, "the last fault is still there" in again.out) == (1, True)
    (bot / "bot.py").write_text(GOOD)
    mended = arena("dev", bot, *GAMES)
    assert (mended.status, "the last fault is gone" in mended.out) == (0, True)
    assert not (bot / dev.FAULT).exists()


def test_what_cannot_be_built_is_said(arena: Arena, bot: Path) -> None:
    (bot / "bot.py").unlink()
    ran = arena("dev", bot, *GAMES)
    assert (ran.status, "No program was found" in ran.out) == (1, True)


def test_it_looks_again_after_a_save_and_not_after_its_own_files(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def work(_seconds: float) -> None:
        looks.append("look")
        if len(looks) == 1:
            (bot / dev.FAULT).write_text("{}")
        if len(looks) == 2:
            (bot / "bot.py").write_text(BAD)
        if len(looks) == 3:
            os.utime(bot / "bot.py", ns=(1, 1))

    monkeypatch.setattr(dev, "sleep", work)
    saves = dev._saves(bot, once=False)
    assert len({next(saves) for _ in range(3)}) == 3
    assert len(looks) == 3, "the fault that was written was no save"
