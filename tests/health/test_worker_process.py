"""A real worker and a real beat: signs of life arrive, and go when the worker stops."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.health import signs
from tests.patience import PATIENCE_S


def wait_for(condition: Callable[[], object]) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.1)
    return False


@contextmanager
def celery(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "arena", *arguments],
        env=os.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def test_a_worker_signs_on_feels_the_pulse_and_signs_off(tmp_path: Path) -> None:
    worker = ("worker", "--queues", "control", "--pool", "solo", "--without-mingle", "--without-gossip", "-n", "t@test")
    with celery(*worker):
        assert wait_for(lambda: signs.live_workers("control"))
        assert signs.live_workers("control") == ["t@test"]
        assert signs.live_workers("play") == []
        with celery("beat", "--schedule", str(tmp_path / "beat")):
            assert wait_for(lambda: signs.seconds_since_pulse() is not None)
    assert signs.live_workers("control") == []
