"""The two commands on the first screen of README.md are run as they stand there."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.compiled import is_compiled
from tests.docs.blocks import ROOT, blocks_of
from tests.patience import PATIENCE_S

COMMANDS = [line.split("#")[0].split() for line in blocks_of(ROOT / "README.md")[0].text.splitlines()]
OUTSIDE = ("DATABASE_URL", "REDIS_URL", "ARENA_ENV", "DJANGO_SETTINGS_MODULE", "ARENA_TEST_LEASE_S")


def test_they_are_the_two_that_everybody_needs() -> None:
    assert COMMANDS == [["python3", "manage.py", "demo"], ["python3", "manage.py", "test"]]


@pytest.fixture
def newcomer() -> Iterator[dict[str, str]]:
    """The environment of somebody who has just fetched the project: no servers, no data."""
    with tempfile.TemporaryDirectory(prefix="karma-readme-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        env = {name: value for name, value in os.environ.items() if name not in OUTSIDE}
        path = f"{Path(sys.executable).parent}:{env['PATH']}"
        # Compiling the engines has a test of its own, and would only be interrupted here; what is compiled is used.
        engines = {} if is_compiled() else {"KARMA_ENGINES": "pure"}
        yield {**env, "PATH": path, **engines, "ARENA_DATA_DIR": f"{folder}/data", "PYTHONUNBUFFERED": "1"}


def test_the_demo_brings_up_an_arena_and_stops_on_request(newcomer: dict[str, str]) -> None:
    command = COMMANDS[0]
    with subprocess.Popen(command, cwd=ROOT, env=newcomer, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        said: list[str] = []
        try:
            for line in demo.stdout:
                said.append(line)
                if found := re.search(r"Karma Arena is at (http://\S+)", line):
                    with urllib.request.urlopen(found[1], timeout=PATIENCE_S) as front_page:  # noqa: S310 - our own address
                        assert "Karma Arena" in front_page.read().decode()
                    break
            else:
                pytest.fail("".join(said))
        finally:
            demo.send_signal(signal.SIGINT)
            said += demo.stdout.readlines()
        assert demo.wait(PATIENCE_S) == 0
    assert "Stopped.\n" in said


def test_the_test_command_hands_over_to_pytest(newcomer: dict[str, str]) -> None:
    """The whole suite would run itself; what it does with arguments shows that it gets there."""
    command = [*COMMANDS[1], "--", "--version"]
    done = subprocess.run(
        command, cwd=ROOT, env=newcomer, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^pytest \d", done.stdout, re.MULTILINE)
