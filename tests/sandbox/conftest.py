"""Jails for the tests of the sandbox."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

import sandbox
from sandbox import Channel, Limits
from tests.sandbox.cast import python_program

Start = Callable[..., Channel]


@pytest.fixture(params=["native", "python"])
def nursery(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """For what must hold with the library that makes a game's process, and without it."""
    host = sandbox.detect()
    if request.param == "python":
        host = replace(host, launcher=replace(host.launcher, nursery=None))
    elif host.launcher.nursery is None:
        pytest.skip("gcc is not installed. Fix: apt-get install gcc")
    monkeypatch.setattr("sandbox.jail.detect", lambda: host)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a Python source as a bot; everything is closed at the end of the test."""
    with ExitStack() as stack:

        def start_source(source: str, limits: Limits | None = None, *, warm: bool = True) -> Channel:
            program = python_program(tmp_path / f"program{len(list(tmp_path.iterdir()))}", source)
            jail = stack.enter_context(sandbox.open_jail(program, limits, warm=warm))
            return stack.enter_context(jail.start())

        yield start_source
