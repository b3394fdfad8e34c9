"""Plays attackers beside a healthy neighbour and tells what happened: one JSON line per attack.

Runs as a process of its own, so that the same attacks can be made under root and under an ordinary user:

    echo "fork_bomb warm" | python -m tests.sandbox.hostile.stage
"""

import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

import sandbox
from sandbox import Channel, ChannelFault, Jail, Limits
from tests.sandbox.cast import ECHO, python_program

HERE = Path(__file__).parent
KIT = HERE / "kit"
LIMITS = Limits(
    memory_mb=64, tmp_mb=4, pids=16, stdout_bytes=1 << 20, stderr_bytes=1 << 18, cpu_s=20, start_s=20, stderr_ring_kb=4
)
DEADLINE_S = 20.0
"""For attackers that must answer; the ones that never do get `SHORT_S`."""
SHORT_S = 0.15
NEIGHBOUR_DECISIONS = 10
PAUSE_S = 0.002
"""Between the neighbour's decisions, so that its game lasts as long as the attack."""
SLOW = frozenset({"spin", "silence", "slow_drip", "never_reads", "stop_itself"})

Mode = Literal["warm", "cold"]


@dataclass
class Outcome:
    fault: str = ""
    sentence: str = ""
    verdict: dict[str, Any] = field(default_factory=dict)
    wrong_answers: int = 0
    neighbour_decisions: int = 0
    neighbour_charged_s: float = 0.0
    neighbour_usual_s: float = 0.0
    """The median of its decisions while the attacker is there,"""
    neighbour_alone_s: float = 0.0
    """and before it came."""
    neighbour_cpu_s: float = 0.0
    neighbour_fault: str = ""
    was_frozen: bool = False
    off_turn_cpu_s: float = 0.0
    stderr_tail: str = ""
    layers: tuple[str, ...] = ()
    left_behind: list[str] = field(default_factory=list)


def children() -> set[int]:
    """All processes below this one."""
    return set(family())


def family() -> dict[int, int]:
    """All processes below this one, each with its parent."""
    parents = {}
    for entry in (path.name for path in Path("/proc").iterdir()):
        if entry.isdigit():
            with contextlib.suppress(OSError, IndexError):
                text = Path(f"/proc/{entry}/stat").read_text()
                parents[int(entry)] = int(text.rsplit(")", 1)[1].split()[1])
    found = {os.getpid()}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return {pid: parents[pid] for pid in found - {os.getpid()}}
        found |= more


class Neighbour:
    """A good bot whose game goes on through the attack."""

    def __init__(self, channel: Channel, outcome: Outcome) -> None:
        self._channel = channel
        self._outcome = outcome
        self._charged_s: list[float] = []
        self._ask(b"hello", DEADLINE_S)  # the start is not part of its clock

    def _ask(self, line: bytes, deadline_s: float) -> bool:
        self._channel.send(line, deadline_s)
        return self._channel.receive(deadline_s) == line

    def play(self) -> None:
        for number in range(NEIGHBOUR_DECISIONS):
            time.sleep(PAUSE_S)
            try:
                right = self._ask(f"decision {number} {'x' * 500}".encode(), 2.0)
            except ChannelFault as fault:
                self._outcome.neighbour_fault = str(fault)
                return
            usage = self._channel.last_usage
            assert usage is not None
            self._outcome.wrong_answers += not right
            self._outcome.neighbour_decisions += 1
            self._outcome.neighbour_charged_s += usage.charged_s
            self._charged_s.append(usage.charged_s)
            self._outcome.neighbour_cpu_s += usage.cpu_s

    def usual_s(self) -> float:
        """The median of the decisions since the last look: other work on the machine hits a few, an attack all."""
        charged_s, self._charged_s = self._charged_s, []
        return statistics.median(charged_s) if charged_s else 0.0


def converse(name: str, attacker: Channel, neighbour: Neighbour, outcome: Outcome) -> None:
    deadline_s = SHORT_S if name in SLOW else DEADLINE_S
    attacker.send(b"ready?", DEADLINE_S)
    attacker.receive(DEADLINE_S)
    if name != "closes_stdin":
        attacker.send(b"go", DEADLINE_S)
    neighbour.play()
    if name in ("never_reads", "closes_stdin"):
        for _ in range(8):
            attacker.send(b"x" * 60_000, deadline_s)
    answer = attacker.receive(deadline_s)
    with contextlib.suppress(ValueError):
        outcome.verdict = json.loads(answer)
    for _ in range(10 if name == "off_turn_thief" else 1):
        neighbour.play()
    if name in ("second_line", "stdout_flood", "off_turn_thief"):
        attacker.send(b"again", deadline_s)
        attacker.receive(deadline_s)
        neighbour.play()


def attack(name: str, mode: Mode, neighbours: Jail, folder: Path) -> Outcome:
    outcome = Outcome()
    before = children()
    program = python_program(folder / f"{name}-{time.monotonic_ns()}", (HERE / "programs" / f"{name}.py").read_text())
    with (
        sandbox.open_jail(program, LIMITS, libraries=[KIT], warm=mode == "warm") as jail,
        neighbours.start() as channel,
    ):
        neighbour = Neighbour(channel, outcome)
        neighbour.play()
        outcome.neighbour_alone_s = neighbour.usual_s()
        with jail.start() as attacker:
            try:
                converse(name, attacker, neighbour, outcome)
            except ChannelFault as fault:
                outcome.fault, outcome.sentence = fault.fault.value, fault.sentence
            report = attacker.close()
        neighbour.play()
        outcome.neighbour_usual_s = neighbour.usual_s()
    outcome.was_frozen, outcome.off_turn_cpu_s = report.was_frozen, report.off_turn_cpu_s
    outcome.stderr_tail, outcome.layers = report.stderr_tail[-500:], report.layers
    # The neighbour's parent, which was there before, has made the process of its next game ready: that may stay.
    now = family()
    outcome.left_behind = [str(pid) for pid, parent in now.items() if pid not in before and parent not in before]
    return outcome


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        good = python_program(folder / "neighbour", ECHO)
        with sandbox.open_jail(good) as neighbours:
            with neighbours.start() as first:
                first.send(b"hello", DEADLINE_S)
                first.receive(DEADLINE_S)
            for line in sys.stdin:
                attack_name, mode = line.split()
                outcome = attack(attack_name, "warm" if mode == "warm" else "cold", neighbours, folder)
                print(json.dumps(asdict(outcome)), flush=True)


if __name__ == "__main__":
    main()
