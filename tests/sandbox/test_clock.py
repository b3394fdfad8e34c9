"""Whose time a decision's time was."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandbox import ChannelFault, Fault, Limits, Usage, cores
from sandbox.clock import CpuMeter, DelayMeter, Progress, StallWatch
from tests.patience import PATIENCE_S
from tests.sandbox.cast import ECHO
from tests.sandbox.conftest import Start

LONG = 120.0
THINK = "import sys, time\nfor line in sys.stdin:\n    {}\n    print('ok', flush=True)\n"
TRIES = 50
BURN = "end = time.process_time() + 0.2\n    while time.process_time() < end: pass"


@pytest.mark.parametrize(
    ("wall_s", "cpu_s", "stall_s", "charged_s"),
    [
        (1.0, 1.0, 0.0, 1.0),  # it computed
        (1.0, 0.0, 0.0, 1.0),  # it slept: sleeping is no excuse
        (1.0, 0.2, 0.8, 0.2),  # the machine was busy with others
        (1.0, 1.9, 0.9, 1.0),  # its own threads kept each other waiting
        (1.0, 0.3, 5.0, 0.3),  # two stalls at a time are counted twice, but never below its own work
        (0.001, 0.002, 0.0, 0.001),  # the clocks differ a little
    ],
)
def test_the_rule_of_the_clock(wall_s: float, cpu_s: float, stall_s: float, charged_s: float) -> None:
    assert Usage(wall_s, cpu_s, stall_s).charged_s == pytest.approx(charged_s)


def test_a_sleeping_bot_is_charged_for_its_sleep(start: Start) -> None:
    channel = start(THINK.format("time.sleep(0.2)"))
    channel.send(b"go", LONG)
    channel.receive(LONG)
    usage = channel.last_usage
    assert usage is not None
    assert usage.charged_s > 0.15
    assert usage.cpu_s < usage.wall_s / 2


@contextmanager
def busy_machine() -> Iterator[None]:
    """More spinning processes than processors, each in a session of its own: Linux shares out time by session first."""
    spinner = [sys.executable, "-S", "-c", "while True: pass"]
    with cores.everywhere():
        others = [subprocess.Popen(spinner, start_new_session=True) for _ in range(3 * (os.cpu_count() or 1))]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def test_a_computing_bot_is_charged_for_its_processor_time_however_busy_the_machine(start: Start) -> None:
    channel = start(THINK.format(BURN))
    channel.send(b"go", LONG)
    channel.receive(LONG)
    with busy_machine():
        channel.send(b"go", LONG)
        channel.receive(LONG)
    usage = channel.last_usage
    assert usage is not None
    assert usage.cpu_s == pytest.approx(0.2, abs=0.05)
    assert usage.charged_s < usage.cpu_s + 0.1 * usage.wall_s + 0.02
    assert usage.stall_s > 0


def test_a_deadline_is_extended_by_the_stall_of_the_machine(start: Start) -> None:
    # However long it takes on the wall: this is about what is charged, and other tests run beside.
    channel = start(THINK.format(BURN), Limits(stall_factor=1000.0))
    channel.send(b"go", LONG)
    channel.receive(LONG)
    with busy_machine():
        channel.send(b"go", LONG)
        assert channel.receive(0.3) == b"ok"
    usage = channel.last_usage
    assert usage is not None
    assert usage.wall_s > 0.3, "the machine was not busy enough for this test to say anything"


def test_a_deadline_is_not_extended_for_work_that_takes_too_long(start: Start) -> None:
    channel = start(THINK.format(BURN))
    channel.send(b"go", LONG)
    with pytest.raises(ChannelFault) as caught:
        channel.receive(0.1)
    assert caught.value.fault is Fault.TIMEOUT
    usage = channel.last_usage
    assert usage is not None
    assert usage.charged_s >= 0.1


def test_a_wait_that_ends_too_late_shows_that_everything_stood_still() -> None:
    watch = StallWatch(DelayMeter("/proc/self/schedstat"))
    watch.note_wait(asked_s=0.05, took_s=3.05)
    watch.note_wait(asked_s=0.05, took_s=0.05)
    assert watch.stall_s() == pytest.approx(3.0, abs=0.1)
    watch.close()


def test_a_worker_that_was_stopped_does_not_charge_the_bot(tmp_path: Path) -> None:
    """The whole worker stands still for a second while its bot sleeps for a tenth of it.

    On a busy machine the stop may come when the bot has answered already, or before the worker has begun to wait for
    it; the next decision is tried then.
    """
    script = f"""
import pathlib, sandbox, sys
from tests.sandbox.cast import python_program
program = python_program(pathlib.Path({str(tmp_path / "p")!r}), {THINK.format("time.sleep(0.1)")!r})
with sandbox.open_jail(program) as jail, jail.start() as channel:
    channel.send(b"first", {LONG}); channel.receive({LONG})
    print("ready", flush=True)
    for line in sys.stdin:
        channel.send(b"next", {LONG}); channel.receive({LONG})
        print(channel.last_usage.charged_s, channel.last_usage.wall_s, flush=True)
"""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
        for _ in range(TRIES):
            print("go", file=worker.stdin, flush=True)
            time.sleep(0.03)
            worker.send_signal(signal.SIGSTOP)
            time.sleep(1.0)
            worker.send_signal(signal.SIGCONT)
            charged_s, wall_s = map(float, worker.stdout.readline().split())
            if wall_s > 0.9 and charged_s < wall_s / 2:
                break
        worker.communicate(timeout=PATIENCE_S)
    assert wall_s > 0.9, "the worker was never stopped during a decision"
    assert charged_s < wall_s / 2


def test_every_decision_is_in_the_report(start: Start) -> None:
    channel = start(ECHO)
    for _ in range(5):
        channel.send(b"x", LONG)
        channel.receive(LONG)
    report = channel.close()
    assert len(report.decisions) == 5
    assert report.charged_s == pytest.approx(sum(usage.charged_s for usage in report.decisions))
    assert all(0 <= usage.charged_s <= usage.wall_s for usage in report.decisions)


def test_a_host_that_never_runs_the_bot_voids_the_game(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StallWatch, "stall_s", lambda self: 1000.0)
    monkeypatch.setattr("sandbox.channel.STALL_EXTRA_S", 0.0)
    channel = start(THINK.format("time.sleep(3600)"), Limits(stall_factor=2.0))
    channel.send(b"go", LONG)
    with pytest.raises(ChannelFault) as caught:
        channel.receive(0.1)
    assert caught.value.fault is Fault.HOST_STALL
    assert caught.value.fault.ours


def test_a_spinning_bot_is_timed_out_however_little_time_it_gets(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the wall it is far beyond every ceiling when it has burnt its deadline; still the game is not void."""
    monkeypatch.setattr("sandbox.channel.STALL_EXTRA_S", 0.1)
    channel = start(THINK.format("while True: pass"), Limits(stall_factor=1.0))
    with busy_machine():
        channel.send(b"go", LONG)
        with pytest.raises(ChannelFault) as caught:
            channel.receive(0.3)
    assert caught.value.fault is Fault.TIMEOUT
    usage = channel.last_usage
    assert usage is not None
    assert usage.charged_s >= 0.3


def test_who_makes_progress_is_not_given_up() -> None:
    progress = Progress(patience_s=2.0, deadline_s=0.2)
    assert not progress.is_none(wall_s=1.9, cpu_s=0.0)
    assert not progress.is_none(wall_s=1.95, cpu_s=0.02)
    assert not progress.is_none(wall_s=3.9, cpu_s=0.025)
    assert progress.is_none(wall_s=4.0, cpu_s=0.025)


HELPED = """
import sys, threading, time

def work():
    end = time.process_time() + 0.2
    while time.process_time() < end: pass

for line in sys.stdin:
    helper = threading.Thread(target=work)
    helper.start()
    helper.join()
    print('ok', flush=True)
"""


def test_a_bot_that_waits_for_its_own_starved_thread_is_not_charged_for_the_machine(start: Start) -> None:
    channel = start(HELPED)
    channel.send(b"go", LONG)
    channel.receive(LONG)
    with busy_machine():
        channel.send(b"go", LONG)
        channel.receive(LONG)
    usage = channel.last_usage
    assert usage is not None
    assert usage.wall_s > 0.35, "the machine was not busy enough for this test to say anything"
    # What the thread waited for after the last look is lost with it.
    assert usage.charged_s < usage.cpu_s + 0.25 * usage.wall_s + 0.1


def test_the_meters_of_a_process_that_is_gone_stand_still() -> None:
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    assert CpuMeter(child.pid).read_s() == 0.0
    assert DelayMeter(f"/proc/{child.pid}/schedstat").read_s() == 0.0
