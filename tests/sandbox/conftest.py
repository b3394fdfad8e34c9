"""Jails for the tests of the sandbox."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import sandbox
from sandbox import Channel, Limits
from tests.sandbox.cast import python_program

Start = Callable[..., Channel]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a Python source as a bot; everything is closed at the end of the test."""
    with ExitStack() as stack:

        def start_source(source: str, limits: Limits | None = None, *, warm: bool = True) -> Channel:
            program = python_program(tmp_path / f"program{len(list(tmp_path.iterdir()))}", source)
            jail = stack.enter_context(sandbox.open_jail(program, limits, warm=warm))
            return stack.enter_context(jail.start())

        yield start_source
