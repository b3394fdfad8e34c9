"""Time of processors, from the kernel's own counters."""

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_ms(root: int) -> float:
    """Of a process, of those it started, and of all that have ended."""
    pids = [root, *_below(root)]
    return sum(_own_ms(pid) for pid in pids)


def _own_ms(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1000 * sum(int(ticks) for ticks in fields[11:15]) / _TICKS


def _below(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(child) for child in task.read_text().split()]
        except OSError:
            continue
        for child in children:
            found += [child, *_below(child)]
    return found
