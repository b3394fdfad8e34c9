import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.embedded.supervisor import Supervisor
from tests.patience import PATIENCE_S

SLEEP = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)"]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def supervisor(tmp_path: Path, clock: Clock, told: list[str]) -> Iterator[Supervisor]:
    supervisor = Supervisor(dict(os.environ), tmp_path, told.append, clock)
    yield supervisor
    supervisor.stop()


def _happens(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def _is_gone(pid: int) -> bool:
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return True


def _dies(supervisor: Supervisor) -> None:
    process = supervisor.children[0].process
    assert process is not None
    process.send_signal(signal.SIGKILL)
    process.wait()
    supervisor.watch()


def test_a_child_that_dies_is_started_again(
    supervisor: Supervisor, clock: Clock, told: list[str], tmp_path: Path
) -> None:
    supervisor.add("worker", SLEEP, tmp_path / "log")
    first = supervisor.children[0].process
    clock.now = 60
    _dies(supervisor)
    supervisor.watch()
    second = supervisor.children[0].process
    assert second is not None
    assert second is not first
    assert "worker ended with code -9 after 60 s; starting it again now" in told[0]


def test_a_child_that_dies_at_once_is_started_with_growing_pauses(
    supervisor: Supervisor, clock: Clock, told: list[str], tmp_path: Path
) -> None:
    supervisor.add("worker", SLEEP, tmp_path / "log")
    for pause in (1, 2, 4):
        _dies(supervisor)
        supervisor.watch()
        assert supervisor.children[0].process is None, "not before its pause is over"
        clock.now += pause
        supervisor.watch()
        assert supervisor.children[0].process is not None
    assert ["in 1 s" in told[0], "in 2 s" in told[1], "in 4 s" in told[2]] == [True, True, True]


def test_stopping_ends_every_child(supervisor: Supervisor, tmp_path: Path) -> None:
    supervisor.add("one", SLEEP, tmp_path / "one")
    supervisor.add("two", SLEEP, tmp_path / "two")
    processes = [child.process for child in supervisor.children]
    supervisor.stop()
    assert all(process is not None and process.poll() is not None for process in processes)


def test_a_child_that_ignores_the_signal_is_killed_with_its_children(
    supervisor: Supervisor, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.embedded.supervisor._STOP_LIMIT_S", 0.2)
    stubborn = (
        "import signal,time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    )
    supervisor.add("stubborn", [sys.executable, "-c", stubborn], tmp_path / "log")
    assert _happens(lambda: "deaf" in (tmp_path / "log").read_text())
    process = supervisor.children[0].process
    supervisor.stop()
    assert process is not None
    assert process.returncode == -signal.SIGKILL
    assert told == ["stubborn does not stop: killed."]


def test_children_end_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    script = (
        "import os,sys,time\nfrom pathlib import Path\nfrom arena.embedded.supervisor import Supervisor\n"
        "s = Supervisor(dict(os.environ), Path('.'), print)\n"
        f"s.add('x', {SLEEP!r}, Path({str(tmp_path / 'log')!r}))\n"
        f"Path({str(tmp_path / 'pid')!r}).write_text(str(s.children[0].process.pid))\n"
        f"while 'up' not in Path({str(tmp_path / 'log')!r}).read_text(): time.sleep(0.02)\n"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    pid = int((tmp_path / "pid").read_text())
    assert _happens(lambda: _is_gone(pid))
