"""Keeps the processes of the arena running: starts them, restarts one that dies, stops all in order."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_STOP_LIMIT_S = 25.0
"""Longer than the eight seconds in which Celery's workers give their tasks back; then they are killed."""
_LONGEST_PAUSE_S = 30.0
"""Between two starts of a process that keeps dying: neither a busy loop, nor a mended cause that nobody notices."""
_STEADY_AFTER_S = 20.0
"""A process that ran this long is taken for healthy: its next death is restarted without a pause again."""


@dataclass
class Child:
    """One supervised process."""

    name: str
    command: Sequence[str]
    log: Path
    process: "subprocess.Popen[bytes] | None" = None
    started_at: float = 0.0
    pause_s: float = 0.0
    restart_at: float = 0.0


@dataclass
class Supervisor:
    """``start`` everything, call ``watch`` in a loop, ``stop`` at the end."""

    env: dict[str, str]
    cwd: Path
    tell: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    children: list[Child] = field(default_factory=list)

    def add(self, name: str, command: Sequence[str], log: Path) -> None:
        child = Child(name, command, log)
        self.children.append(child)
        self._start(child)

    def watch(self) -> None:
        """Look once after every child: note deaths, start again those whose pause is over."""
        for child in self.children:
            if child.process is None:
                if self.clock() >= child.restart_at:
                    self._start(child)
            elif (code := child.process.poll()) is not None:
                self._note_death(child, code)

    def restart(self, name: str) -> None:
        """End a child gently; ``watch`` starts it again. For code that changed under it."""
        for child in self.children:
            if child.name == name and child.process is not None:
                child.process.terminate()

    def stop(self) -> None:
        """The last started goes first, each with time to finish what it holds."""
        running = [child for child in reversed(self.children) if child.process is not None]
        for child in running:
            _signal_group(child, signal.SIGTERM)
        deadline = time.monotonic() + _STOP_LIMIT_S
        for child in running:
            assert child.process is not None  # noqa: S101 - for the type checker
            try:
                child.process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.tell(f"{child.name} does not stop: killed.")
                _signal_group(child, signal.SIGKILL)
                child.process.wait()
        self.children.clear()

    def _start(self, child: Child) -> None:
        child.log.parent.mkdir(parents=True, exist_ok=True)
        with child.log.open("ab") as out:
            child.process = subprocess.Popen(
                [*_end_with_parent(), *child.command],
                cwd=self.cwd,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,  # Ctrl-C is for the supervisor alone
            )
        child.started_at = self.clock()

    def _note_death(self, child: Child, code: int) -> None:
        lived_s = self.clock() - child.started_at
        child.pause_s = 0.0 if lived_s >= _STEADY_AFTER_S else min(max(1.0, child.pause_s * 2), _LONGEST_PAUSE_S)
        child.process = None
        child.restart_at = self.clock() + child.pause_s
        when = "now" if child.pause_s == 0 else f"in {child.pause_s:.0f} s"
        self.tell(
            f"{child.name} ended with code {code} after {lived_s:.0f} s; starting it again {when}. Log: {child.log}"
        )


def _end_with_parent() -> list[str]:
    """Even a supervisor killed with SIGKILL leaves nothing running, where setpriv exists."""
    return ["setpriv", "--pdeathsig=TERM"] if shutil.which("setpriv") else []


def _signal_group(child: Child, number: signal.Signals) -> None:
    """SIGTERM to the leader only (it tells its own children), SIGKILL to the whole group."""
    assert child.process is not None  # noqa: S101 - for the type checker
    try:
        if number is signal.SIGKILL:
            os.killpg(child.process.pid, number)
        else:
            child.process.send_signal(number)
    except ProcessLookupError:
        pass
