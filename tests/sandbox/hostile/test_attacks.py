"""Every attack fails, and a healthy neighbour playing at the same time does not notice it."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import sandbox
from sandbox import Fault
from sandbox.clock import GRACE_S
from tests.patience import PATIENCE_S
from tests.sandbox import ordinary
from tests.sandbox.cast import ECHO, python_program
from tests.sandbox.hostile.stage import HERE, LIMITS, Neighbour, attack

MUST_ANSWER = [
    "daemon",
    "disk_filler",
    "fd_exhaustion",
    "fork_bomb",
    "kernel_surface",
    "leaves_state",
    "links",
    "mounts",
    "namespaces",
    "network",
    "notice_board",
    "off_turn_thief",
    "pipe_tricks",
    "ptrace",
    "shared_memory_bomb",
    "signals",
    "snoop",
    "terminal",
    "thread_bomb",
]
"""Attackers that live to tell: they must have tried something and won nothing."""

MUST_FAIL = {
    "closes_stdin": {Fault.CLOSED_PIPE},
    "closes_stdout": {Fault.CLOSED_PIPE},
    "crash": {Fault.CRASH},
    "endless_line": {Fault.LINE_TOO_LONG},
    "foreign_calls": {Fault.CRASH},
    "garbage": {Fault.INVALID_UTF8},
    "memory_bomb": {Fault.MEMORY_LIMIT},
    "never_reads": {Fault.NEVER_READS},
    "second_line": {Fault.EARLY_OUTPUT},
    "silence": {Fault.TIMEOUT},
    "slow_drip": {Fault.TIMEOUT},
    "spin": {Fault.TIMEOUT},
    "stderr_flood": {Fault.OUTPUT_CAP},
    "stdout_flood": {Fault.FLOOD, Fault.EARLY_OUTPUT, Fault.OUTPUT_CAP},
    "stop_itself": {Fault.TIMEOUT},
}
"""Attackers that must end in a fault of this name."""

EITHER = {"inode_bomb": Fault.MEMORY_LIMIT}
"""Attackers that win nothing or end in this fault, depending on the layer that stops them first."""


@dataclass
class Stage:
    """A process that plays attacks under some user."""

    user: str
    process: subprocess.Popen[str]
    complaints: Path

    def play(self, name: str, mode: str) -> dict[str, Any]:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(f"{name} {mode}\n")
        stdin.flush()
        line = stdout.readline()
        assert line, "the stage itself died: " + self.complaints.read_text()
        return dict(json.loads(line))

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=PATIENCE_S)


def arguments_for(user: str, module: str, scratch: Path, *more: str) -> list[str]:
    """How to run a module of the tests under this user; skips where that cannot be."""
    arguments = [sys.executable, "-m", module, *more]
    if user == "root" and os.geteuid() != 0:
        pytest.skip("Not root: only the ordinary user's half can run here. Fix: sudo -s")
    if user == "ordinary":
        if reason := ordinary.why_not():
            pytest.skip(reason)
        return ordinary.command(arguments, scratch)
    return arguments


def start_stage(user: str, scratch: Path) -> Stage:
    arguments = arguments_for(user, "tests.sandbox.hostile.stage", scratch)
    complaints = scratch / "complaints"
    with complaints.open("w") as errors:
        process = subprocess.Popen(
            arguments, cwd=ordinary.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    return Stage(user, process, complaints)


@pytest.fixture(scope="module", params=["root", "ordinary"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    # Not below pytest's own folder: every run of pytest closes that to other users.
    with tempfile.TemporaryDirectory(prefix="karma-hostile-") as name:
        scratch = Path(name)
        scratch.chmod(0o755)
        opened = start_stage(request.param, scratch)
        yield opened
        opened.close()


TRIES = 10
"""An attack that disturbs its neighbour does so every time; other work on the machine does not."""


def attacked(stage: Stage, name: str, mode: str) -> dict[str, Any]:
    for _ in range(TRIES):
        outcome = stage.play(name, mode)
        if not disturbance(outcome):
            break
    return outcome


SLACK_S = 0.001
"""The usual decision takes some hundredths of a millisecond, alone or not: chance does not come near."""


def disturbance(outcome: dict[str, Any]) -> str:
    """What the neighbour's clock shows of others; judged beside the same neighbour's clock before they came."""
    # Up to the grace, a decision is charged as it is; beyond it, the account must not hold anybody else's time.
    if outcome["neighbour_charged_s"] > outcome["neighbour_cpu_s"] + outcome["neighbour_decisions"] * GRACE_S:
        return "it was charged for the time of others"
    if outcome["neighbour_usual_s"] > 4 * outcome["neighbour_alone_s"] + SLACK_S:
        return "its decisions took longer than before"
    return ""


def assert_undisturbed(outcome: dict[str, Any]) -> None:
    """The neighbour played its whole game, and its clock shows its own time only."""
    assert outcome["neighbour_fault"] == ""
    assert outcome["wrong_answers"] == 0
    assert outcome["neighbour_decisions"] >= 20
    assert disturbance(outcome) == "", outcome
    assert outcome["left_behind"] == []


def test_every_program_has_an_expectation() -> None:
    programs = {path.stem for path in (HERE / "programs").glob("*.py")}
    assert programs == set(MUST_ANSWER) | set(MUST_FAIL) | set(EITHER)


@pytest.mark.parametrize("mode", ["warm", "cold"])
@pytest.mark.parametrize("name", MUST_ANSWER)
def test_the_attacker_wins_nothing(stage: Stage, name: str, mode: str) -> None:
    outcome = attacked(stage, name, mode)
    assert outcome["fault"] == "", outcome["sentence"] + outcome["stderr_tail"]
    assert outcome["verdict"]["tried"], "it did not even try"
    assert outcome["verdict"]["won"] == []
    assert_undisturbed(outcome)


@pytest.mark.parametrize("mode", ["warm", "cold"])
@pytest.mark.parametrize("name", EITHER)
def test_the_attacker_is_stopped_by_the_first_layer_it_meets(stage: Stage, name: str, mode: str) -> None:
    outcome = attacked(stage, name, mode)
    assert outcome["fault"] in ("", EITHER[name]), outcome["sentence"] + outcome["stderr_tail"]
    assert outcome["fault"] or outcome["verdict"]["won"] == []
    assert_undisturbed(outcome)


@pytest.mark.parametrize("name", MUST_FAIL)
def test_the_attacker_ends_in_a_named_fault(stage: Stage, name: str) -> None:
    # What is tried here is the channel, which is the same for all: one kind of jail under each user is enough.
    outcome = attacked(stage, name, "cold" if stage.user == "root" else "warm")
    assert outcome["fault"] in MUST_FAIL[name], outcome["sentence"] + outcome["stderr_tail"]
    assert_undisturbed(outcome)


@pytest.mark.parametrize("mode", ["warm", "cold"])
def test_a_thief_of_processor_time_is_stopped_between_its_decisions(stage: Stage, mode: str) -> None:
    outcome = stage.play("off_turn_thief", mode)
    assert outcome["was_frozen"]
    assert outcome["off_turn_cpu_s"] > 0.05


class Held(Neighbour):
    """A neighbour that loses some milliseconds of every decision to somebody once an attack is on."""

    def _ask(self, line: bytes, deadline_s: float) -> bool:
        if not self._outcome.neighbour_alone_s:
            return super()._ask(line, deadline_s)
        pid = self._channel._process.pid()
        os.kill(pid, signal.SIGSTOP)
        self._channel.send(line, deadline_s)
        time.sleep(0.003 + 5 * self._outcome.neighbour_alone_s)  # on a busy machine it was slow before, too
        os.kill(pid, signal.SIGCONT)
        return self._channel.receive(deadline_s) == line


@pytest.fixture
def on_this_stage(tmp_path: Path) -> Iterator[Callable[[str], dict[str, Any]]]:
    """Attacks in this process, where limits can be taken away."""
    if reason := " ".join(sandbox.detect().missing):
        pytest.skip(reason)
    tmp_path.chmod(0o755)
    with sandbox.open_jail(python_program(tmp_path / "neighbour", ECHO)) as neighbours:
        yield lambda name: asdict(attack(name, "warm", neighbours, tmp_path))


def test_a_disturbed_neighbour_would_be_noticed(
    on_this_stage: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.sandbox.hostile.stage.Neighbour", Held)
    assert disturbance(on_this_stage("crash"))


def test_a_missing_limit_on_files_would_be_noticed(
    on_this_stage: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.warm._TMP_FILES", 100_000)
    monkeypatch.setattr("tests.sandbox.hostile.stage.LIMITS", replace(LIMITS, memory_mb=1024))
    outcome = on_this_stage("inode_bomb")
    assert outcome["fault"] == ""
    assert outcome["verdict"]["won"] == ["70000 files"]
