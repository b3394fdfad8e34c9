"""Whose time was it? The rule, which `docs/operators/sandbox.md` explains:

    charged = min(wall, max(cpu, wall - stall))

`wall` is the time from the start of a request to its complete answer. `cpu` is the processor time of the bot's process
in that window, all threads together. `stall` is the time in which the bot wanted to run and was not allowed to (the
scheduler's run delay of the thread that waited longest: the others may be waiting for it), plus the time in which we
ourselves were ready to go on and were not allowed to (our own run delay, or the delay by which our timers fired late,
whichever is longer).

A sleeping bot pays, because sleeping is no stall. A bot whose own threads keep it waiting pays, because their processor
time counts. A bot that shares a busy machine does not. The first `GRACE_S` of a decision are charged as they are: most
answers come earlier, and so pay nothing for this book-keeping.
"""

import contextlib
import os
import time
from typing import NamedTuple

GRACE_S = 0.02
"""Not shorter: a timer nearer than the kernel's own is set anew for each wait, which on a virtual machine costs as much
as the answer itself."""
LEAST_PROGRESS = 0.05
"""Of its deadline, in processor time: what a bot must get within the ceiling on the wall for the decision to go on."""
SLICE_S = 0.05
"""While we wait we look at the clock this often: a late timer shows that the machine stood still."""


class Usage(NamedTuple):
    """The account of one decision, in seconds."""

    wall_s: float
    cpu_s: float
    stall_s: float

    @property
    def charged_s(self) -> float:
        return min(self.wall_s, max(self.cpu_s, self.wall_s - self.stall_s))


class CpuMeter:
    """Processor time of a process with all its threads, by one system call and without reading /proc."""

    def __init__(self, pid: int) -> None:
        self._clock = (~pid << 3) | 2
        self._last = 0.0

    def read_s(self) -> float:
        try:
            self._last = time.clock_gettime(self._clock)
        except OSError:  # it ended: the last reading stands
            return self._last
        return self._last


class DelayMeter:
    """Time that a thread was ready to run and did not, since it was created."""

    def __init__(self, path: str) -> None:
        try:
            self._fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._fd = -1  # ended, or a kernel without schedstat: nothing is excused

    def read_s(self) -> float:
        if self._fd < 0:
            return 0.0
        try:
            return int(os.pread(self._fd, 96, 0).split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


class ThreadsDelayMeter:
    """The longest such time of any one thread of a process since this was made.

    A thread takes its account with it when it ends, so whoever waits looks now and then.
    """

    def __init__(self, pid: int) -> None:
        self._tasks = f"/proc/{pid}/task"
        self._first = self._look()
        self._longest = 0.0

    def _look(self) -> dict[str, float]:
        delays = {}
        with contextlib.suppress(OSError):  # it ended
            for thread in os.listdir(self._tasks):  # noqa: PTH208  a decision waits: no objects for paths
                meter = DelayMeter(f"{self._tasks}/{thread}/schedstat")
                delays[thread] = meter.read_s()
                meter.close()
        return delays

    def read_s(self) -> float:
        for thread, delay_s in self._look().items():
            self._longest = max(self._longest, delay_s - self._first.get(thread, 0.0))
        return self._longest

    def close(self) -> None:
        """Nothing is kept open."""


class Progress:
    """Does a bot that has not answered yet get any time at all? One that does is judged by what it burns."""

    def __init__(self, patience_s: float, deadline_s: float) -> None:
        self._patience_s = patience_s
        self._least_s = deadline_s * LEAST_PROGRESS
        self._since = 0.0
        self._burnt_s = 0.0

    def is_none(self, wall_s: float, cpu_s: float) -> bool:
        """It used less than the least within the patience: the machine, not the bot, is what stands still."""
        if cpu_s - self._burnt_s >= self._least_s:
            self._since, self._burnt_s = wall_s, cpu_s
        return wall_s - self._since > self._patience_s


class StallWatch:
    """Measures the stall of one slow decision, from the moment it is made."""

    def __init__(self, bot: DelayMeter | ThreadsDelayMeter) -> None:
        self._bot = bot
        self._own = DelayMeter("/proc/thread-self/schedstat")
        self._bot_start = bot.read_s()
        self._own_start = self._own.read_s()
        self._late_s = 0.0

    def note_wait(self, asked_s: float, took_s: float) -> None:
        """A wait with a timeout that returned later than the timeout: everything stood still that long."""
        self._late_s += max(0.0, took_s - asked_s - 0.001)
        self._bot.read_s()

    def stall_s(self) -> float:
        bot = max(0.0, self._bot.read_s() - self._bot_start)
        own = max(0.0, self._own.read_s() - self._own_start)
        return bot + max(own, self._late_s)

    def close(self) -> None:
        self._own.close()
        self._bot.close()
