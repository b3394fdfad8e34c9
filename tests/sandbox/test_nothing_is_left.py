"""A thousand runs leave no process, mount, control group, temporary file or descriptor behind."""

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

import sandbox
from sandbox import ChannelFault, Fault
from tests.patience import PATIENCE_S
from tests.sandbox.cast import ECHO, python_program
from tests.sandbox.hostile.stage import children

WARM_RUNS = 950
COLD_RUNS = 50

# One bot that behaves in five ways, so that the ends of a life are mixed as they are in real games.
MOODY = """
import os, sys, threading, time
mood = sys.stdin.readline().strip()
open("/tmp/note", "w").write(mood * 1000)
if mood == "exit":
    os._exit(3)
if mood == "silent":
    time.sleep(3600)
if mood == "flood":
    threading.Thread(target=lambda: [os.write(1, b"x" * 9000) for _ in range(99)], daemon=True).start()
    time.sleep(3600)
if mood == "threads":
    for _ in range(4):
        threading.Thread(target=time.sleep, args=(3600,)).start()
print("fine", flush=True)
sys.stdin.readline()
"""
MOODS = {
    b"fine": None,
    b"exit": Fault.CRASH,
    b"silent": Fault.TIMEOUT,
    b"flood": Fault.LINE_TOO_LONG,
    b"threads": None,
}


@dataclass(frozen=True)
class Traces:
    processes: frozenset[int]
    descriptors: int
    mounts: int
    groups: int
    files: frozenset[str]


def traces(scratch: Path) -> Traces:
    groups = 0
    hierarchy = sandbox.detect().cgroups
    if hierarchy is not None:
        mine = f"{os.getpid()}-"
        groups = sum(path.name.startswith(mine) for root in set(hierarchy.roots.values()) for path in root.iterdir())
    return Traces(
        processes=frozenset(children()),
        descriptors=len(list(Path("/proc/self/fd").iterdir())),
        # Network namespaces of other tests come and go meanwhile.
        mounts=sum("/run/netns" not in line for line in Path("/proc/self/mounts").read_text().splitlines()),
        groups=groups,
        files=frozenset(str(path) for path in scratch.rglob("*")),
    )


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything that is written to the temporary folder in this test can be seen here."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def play(jail: sandbox.Jail, number: int) -> Fault | None:
    mood = list(MOODS)[number % len(MOODS)]
    with jail.start() as channel, suppress(ChannelFault):
        channel.send(mood, 20)
        channel.receive(0.02 if mood == b"silent" else 20)
    return channel.close().fault


def test_a_thousand_runs_leave_nothing_behind(scratch: Path, tmp_path: Path) -> None:
    program = python_program(tmp_path / "moody", MOODY)
    with sandbox.open_jail(program) as jail:
        play(jail, 0)  # makes what stays for good: the board of this thread, the compiled filter
    before = traces(scratch)
    wrong = []
    with sandbox.open_jail(program) as warm, sandbox.open_jail(program, warm=False) as cold:
        for number in range(WARM_RUNS + COLD_RUNS):
            jail = cold if number % 20 == 7 else warm
            fault = play(jail, number)
            if fault != list(MOODS.values())[number % len(MOODS)]:
                wrong.append((number, fault))
    assert wrong == []
    assert traces(scratch) == before


def test_a_worker_that_is_killed_takes_its_bots_along(tmp_path: Path) -> None:
    program = python_program(tmp_path / "echo", ECHO)
    readable, writable = os.pipe()
    worker = os.fork()
    if worker == 0:
        jails = [sandbox.open_jail(program), sandbox.open_jail(program, warm=False)]
        channels = [jail.start() for jail in jails]
        for channel in channels:
            channel.send(b"x", 20)
            channel.receive(20)
        found = " ".join(str(pid) for pid in children())
        os.write(writable, found.encode() + b"\n")
        os.kill(os.getpid(), 9)
    os.close(writable)
    with os.fdopen(readable) as pipe:
        bots = [int(word) for word in pipe.readline().split()]
    os.waitpid(worker, 0)
    assert len(bots) >= 4
    for pid in bots:
        wait_until_gone(pid)


def wait_until_gone(pid: int) -> None:
    with suppress(ProcessLookupError):
        descriptor = os.pidfd_open(pid)
        try:
            assert sandbox.spawn.wait_for(descriptor, PATIENCE_S), f"process {pid} outlived its worker"
        finally:
            os.close(descriptor)
