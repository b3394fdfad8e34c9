"""What the host has open stays out of the jails, whichever launcher builds them."""

import os
import select
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import sandbox
from sandbox import launcher
from tests.sandbox.cast import ECHO, python_program

LONG = 120.0
LISTS_ITS_FILES = """
import os, sys
def is_open(number):
    try:
        return bool(os.fstat(number))
    except OSError:
        return False
for line in sys.stdin:
    print([number for number in range(256) if is_open(number)], flush=True)
"""
LAUNCHERS: dict[str, Callable[[], launcher.Launcher]] = {"native": launcher.find, "python": launcher.fallback}


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """A pipe whose far end children inherit, as another game's might be. The test closes that end."""
    near, far = os.pipe()
    os.set_inheritable(far, True)
    yield near, far
    os.close(near)


def is_held_elsewhere(near: int, far: int) -> bool:
    """Once we have closed the far end, the near one hangs up, unless somebody else has it too."""
    os.close(far)
    poll = select.poll()
    poll.register(near, 0)
    return not poll.poll(2_000)


@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
@pytest.mark.parametrize("kind", LAUNCHERS)
def test_nothing_in_a_jail_holds_a_file_of_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pipe: tuple[int, int], kind: str, warm: bool
) -> None:
    host = replace(sandbox.detect(), launcher=LAUNCHERS[kind]())
    monkeypatch.setattr("sandbox.jail.detect", lambda: host)
    program = python_program(tmp_path / "echo", ECHO)
    with sandbox.open_jail(program, warm=warm) as jail, jail.start() as channel:
        channel.send(b"x", LONG)
        assert channel.receive(LONG) == b"x"
        assert not is_held_elsewhere(*pipe)


@pytest.mark.parametrize("kind", LAUNCHERS)
def test_beside_another_jail_a_bot_has_its_own_three_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A second jail that held the first bot's pipes would keep that bot from noticing its end."""
    host = replace(sandbox.detect(), launcher=LAUNCHERS[kind]())
    monkeypatch.setattr("sandbox.jail.detect", lambda: host)
    program = python_program(tmp_path / "look", LISTS_ITS_FILES)
    with (
        sandbox.open_jail(program, warm=False) as one,
        one.start(),
        sandbox.open_jail(program, warm=False) as other,
        other.start() as channel,
    ):
        channel.send(b"x", LONG)
        assert channel.receive(LONG) == b"[0, 1, 2]"
