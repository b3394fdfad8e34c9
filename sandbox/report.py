"""What is known about a game's process when it is over."""

import signal
from dataclasses import dataclass

from sandbox.clock import Usage
from sandbox.errors import Fault


@dataclass(frozen=True, slots=True)
class Report:
    """The final account of one process."""

    exit_reason: str
    """A sentence: how the process ended."""
    exit_code: int
    """As in shells: above 128 it is a signal. 137 after `closed` means that we ended it."""
    fault: Fault | None
    cpu_s: float
    wall_s: float
    peak_memory_bytes: int
    stderr_tail: str
    stderr_pieces: tuple[tuple[int, str], ...]
    """The same, cut where `Channel.mark_stderr` was called: how many answers there were by then, and the text."""
    stdout_bytes: int
    stderr_bytes: int
    decisions: tuple[Usage, ...]
    off_turn_cpu_s: float
    """Processor time used while nobody asked the bot anything."""
    was_frozen: bool
    """It used so much of that time that it was stopped between its decisions."""
    layers: tuple[str, ...]
    """The sandbox layers that were active."""

    @property
    def charged_s(self) -> float:
        return sum(usage.charged_s for usage in self.decisions)


def describe_exit(code: int) -> str:
    """A sentence about an exit code."""
    if code <= 128:
        return f"it ended by itself with exit code {code}"
    try:
        name = signal.Signals(code - 128).name
    except ValueError:
        return f"it ended with exit code {code}"
    hints = {
        "SIGSEGV": "; it touched memory that is not its own",
        "SIGABRT": "; it gave up by abort()",
        "SIGSYS": "; it made a system call of a foreign architecture",
    }
    return f"it was ended by {name}{hints.get(name, '')}"
