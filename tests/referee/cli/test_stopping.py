"""Whatever signal ends the program, it says so and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee.cli.stopping import Stopped, stoppable
from tests.bots.cast import FOLDER, needs_sandbox
from tests.referee.cli.arena import Arena

LONG_S = 600.0
PLAY = ["play", "diamoniak-2", str(FOLDER / "good"), "house:random", "--blocks", "100000", "--quiet"]

PROGRAM = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background of a shell
from referee.cli import main
main()
"""


def started(words: list[str], folder: Path) -> subprocess.Popen[str]:
    """The program with temporary files in a folder of its own, and the usual signals whatever the test run has."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until_it_plays(folder: Path) -> None:
    end = time.monotonic() + LONG_S
    while not {"karma-bot", "karma-sdk"} <= {path.name.rpartition("-")[0] for path in folder.iterdir()}:
        assert time.monotonic() < end
        time.sleep(0.05)
    time.sleep(0.5)  # by now the bot is built


@needs_sandbox
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_leaves_no_folder_behind(tmp_path: Path, number: signal.Signals, status: int) -> None:
    program = started(PLAY, tmp_path)
    try:
        wait_until_it_plays(tmp_path)
        program.send_signal(number)
        _, said = program.communicate(timeout=LONG_S)
    finally:
        program.kill()
        program.communicate()
    assert (program.returncode, said) == (status, "Stopped.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_signal_before_the_command_begins_counts_too(
    arena: Arena, usual_signals: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(*_: object) -> None:
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr("referee.cli.app.Stoppable.parse_args", parse)
    ran = arena("variants")
    assert (ran.status, ran.err) == (143, "Stopped.\n")


@pytest.fixture
def usual_signals() -> Iterator[None]:
    """As in a fresh process; the test run has its own again afterwards."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTERM, signal.SIGHUP)}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_second_signal_does_not_disturb_the_cleaning_up(usual_signals: None) -> None:
    cleaned: list[str] = []

    def interrupted() -> None:
        with stoppable(), ExitStack() as stack:
            stack.callback(cleaned.append, "all")
            stack.callback(signal.raise_signal, signal.SIGHUP)
            stack.callback(signal.raise_signal, signal.SIGINT)
            stack.callback(signal.raise_signal, signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)

    with pytest.raises(Stopped) as stopped:
        interrupted()
    assert stopped.value.status == 143
    assert cleaned == ["all"]


def test_what_others_decided_about_a_signal_stays(usual_signals: None) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as under nohup
    with stoppable():
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_outside_of_the_main_thread_signals_are_left_alone(usual_signals: None) -> None:
    found: list[object] = []

    def in_a_thread() -> None:
        with stoppable():
            found.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=in_a_thread)
    thread.start()
    thread.join()
    assert found == [signal.SIG_DFL]
