"""A user of its own for every seat, where we are root.

Two bots of one user could signal each other and would share the count of processes.
"""

import itertools
import random
from collections.abc import Iterator

from sandbox.reserve import reserve

FIRST = 0x6B000000  # far above real users and the ranges that containers hand out
COUNT = 4096
"""Seats that are at a table at the same time on one machine are a few dozen."""


class SeatUser:
    """A reserved user id; give it back with `release`."""

    def __init__(self) -> None:
        for offset in _order():
            lock = reserve(f"uid-{FIRST + offset}")
            if lock is not None:
                self.uid = FIRST + offset
                self._lock = lock
                return
        raise OSError(f"All {COUNT} user ids of the sandbox are in use.")

    def release(self) -> None:
        self._lock.close()


def _order() -> Iterator[int]:
    start = random.randrange(COUNT)  # noqa: S311  spreads workers over the range; no secret
    return itertools.chain(range(start, COUNT), range(start))
