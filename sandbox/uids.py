"""A user of its own for every seat, where we are root.

Two bots of one user could signal each other and would share the count of processes. A number is reserved by binding
an abstract socket: other workers of the machine see it, and the kernel gives it back when we die, leaving no file.
"""

import itertools
import random
import socket
from collections.abc import Iterator

FIRST = 0x6B000000  # far above real users and the ranges that containers hand out
COUNT = 4096


class SeatUser:
    """A reserved user id; give it back with `release`."""

    def __init__(self) -> None:
        for offset in _order():
            lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                lock.bind(f"\0karma-sandbox-uid-{FIRST + offset}")
            except OSError:
                lock.close()
                continue
            self.uid = FIRST + offset
            self._lock = lock
            return
        raise OSError(f"All {COUNT} user ids of the sandbox are in use.")

    def release(self) -> None:
        self._lock.close()


def _order() -> Iterator[int]:
    start = random.randrange(COUNT)  # noqa: S311  spreads workers over the range; no secret
    return itertools.chain(range(start, COUNT), range(start))
