"""The clock of one program's decisions: when it was asked, what it used, and whether the machine stood still.

The rule by which a decision is charged is in `clock.py`, what happens between two decisions in `turns.py`.
"""

import time

from sandbox.clock import StallWatch, ThreadsDelayMeter, Usage
from sandbox.spawn import Process
from sandbox.turns import PAUSE_S, Turns


class Decisions:
    __slots__ = ("_usages", "asked_at", "quick_until", "times", "turns", "watch")

    def __init__(self, process: Process) -> None:
        self.turns = Turns(process)
        self.asked_at: float | None = None
        """Of the decision that is going on; None between two of them."""
        self.quick_until = 0.0
        """A request before this moment needs no look at what the process did in between."""
        self.watch: StallWatch | None = None
        """Of a decision that takes longer than the grace."""
        self.times = (0.0, 0.0)
        """What the last one is charged, and how long it took."""
        self._usages: list[tuple[float, float, float]] = []
        """The fields of each `Usage`, which is made only when somebody wants to see it."""

    def __len__(self) -> int:
        return len(self._usages)

    @property
    def last(self) -> Usage | None:
        return Usage(*self._usages[-1]) if self._usages else None

    def all(self) -> tuple[Usage, ...]:
        return tuple(Usage(*account) for account in self._usages)

    def watch_stalls(self, pid: int) -> StallWatch:
        if self.watch is None:
            self.watch = StallWatch(ThreadsDelayMeter(pid))
        return self.watch

    def wall_s(self) -> float:
        """Of the decision that is going on."""
        return time.monotonic() - self.asked_at  # type: ignore[operator]  # asked

    def enter(self, account: tuple[float, float, float]) -> None:
        self._usages.append(account)
        self.times = (Usage(*account).charged_s, account[0])

    def end_quickly(self) -> None:
        """One that was answered within the grace, in one piece."""
        now = time.monotonic()
        turns = self.turns
        wall_s = now - self.asked_at  # type: ignore[operator]  # asked
        self._usages.append((wall_s, turns.end_turn(), 0.0))
        self.times = (wall_s, wall_s)  # without a stall nothing is excused
        self.asked_at = None
        self.quick_until = 0.0 if turns.is_stopped else now + PAUSE_S

    def end(self, account: tuple[float, float, float], *, has_more_output: bool) -> None:
        self.enter(account)
        self.stop_watch()
        self.turns.end_turn()
        self.asked_at = None
        self.quick_until = 0.0 if has_more_output or self.turns.is_stopped else time.monotonic() + PAUSE_S

    def count_off_turn(self) -> None:
        """Somebody else thinks: count what was used, stop a thief."""
        self.turns.count_off_turn()
        if self.turns.is_stopped:
            self.quick_until = 0.0  # the next request wakes it up

    def stop_watch(self) -> None:
        if self.watch is not None:
            self.watch.close()
            self.watch = None

    def stop(self) -> None:
        """There will be no more: from now on every request takes the long way, which refuses it."""
        self.stop_watch()
        self.asked_at = None
        self.quick_until = 0.0
