"""Steps that take longer than two seconds, shown while they run. Standard library only: it runs before set-up."""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_TICK_S = 0.5
"""On a terminal, where the line is written over."""
_PLAIN_TICK_S = 5.0
"""Without a terminal a line every few seconds is enough."""


class StepFailedError(Exception):
    """A command of a step failed; carries the end of what it printed."""

    def __init__(self, what: str, output: str) -> None:
        super().__init__(f"{what} failed:\n{output}")
        self.output = output


def say(text: str) -> None:
    print(text, flush=True)


def run_step(what: str, command: Sequence[str | Path], *, cwd: Path, env: dict[str, str] | None = None) -> None:
    """Run a command quietly under a line that counts the seconds; its output is shown only when it fails."""
    with subprocess.Popen(
        [str(part) for part in command],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        output = _follow(what, process)
    if process.returncode != 0:
        raise StepFailedError(what, "\n".join(output.splitlines()[-25:]))


def _follow(what: str, process: "subprocess.Popen[str]") -> str:
    """Count seconds until the process ends. ``communicate`` keeps what it read when it times out."""
    begin = time.monotonic()
    live = sys.stdout.isatty()
    while True:
        try:
            output, _ = process.communicate(timeout=_TICK_S if live else _PLAIN_TICK_S)
        except subprocess.TimeoutExpired:
            _tick(what, time.monotonic() - begin, live=live)
            continue
        _done(what, time.monotonic() - begin, live=live)
        return output


def timed(what: str, work: Callable[[], T]) -> T:
    """As ``run_step`` for a function of our own that is usually quick."""
    begin = time.monotonic()
    result = work()
    _done(what, time.monotonic() - begin, live=False)
    return result


def _tick(what: str, seconds: float, *, live: bool) -> None:
    if live:
        print(f"\r  … {what} ({seconds:.0f} s)", end="", flush=True)
    else:
        say(f"  … {what} ({seconds:.0f} s)")


def _done(what: str, seconds: float, *, live: bool) -> None:
    clear = "\r\033[K" if live else ""
    say(f"{clear}  ✓ {what} ({seconds:.1f} s)")
