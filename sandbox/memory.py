"""The memory of a family of processes, where no control group counts it."""

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sandbox.errors import SandboxError

_LEAST_S = 0.04
"""Between two looks, however often one asks: each costs some 50 us for every process."""


def family(pid: int) -> Iterator[int]:
    """A process and all below it. Of a jail these are all that it has: orphans come to its first process."""
    yield pid
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                for child in (task / "children").read_text().split():
                    yield from family(int(child))


def _own_bytes(pid: int) -> int:
    """Shared pages count in proportion, so that the sum over all processes is right; else a page counts for each."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    with contextlib.suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
    return 0


def resident_bytes(pid: int) -> int:
    return sum(_own_bytes(one) for one in family(pid))


class Watch:
    """Whether a family has more memory than it may. Its first process is asked for at the first look."""

    def __init__(self, pid: Callable[[], int], most_mb: int) -> None:
        self._pid = pid
        self._most = most_mb * 1024 * 1024
        self._next = 0.0

    def is_over(self) -> bool:
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + _LEAST_S
        try:
            return resident_bytes(self._pid()) > self._most
        except SandboxError:  # there is no jail; who waits for its end will say why
            return False
