"""On which processor a game is played.

A question and its answer run one after the other, never both at once. On one core that is a switch; between two cores
the other one has to be woken from its sleep each time, which takes longer than most bots think. So after its first
answer a bot comes to the core of the thread that asks it, and that thread stays there while its bots live. No two games
of a machine choose the same core; where all are taken, a game is played everywhere. A bot that thinks for long gains
nothing by that: at the first slow decision everybody may run everywhere again.
"""

import contextlib
import ctypes
import os
import socket
import threading
from collections.abc import Iterator

from sandbox.reserve import reserve


class _Thread(threading.local):
    def __init__(self) -> None:
        self.bots: set[int] = set()
        self.allowed: set[int] | None = None
        """The cores that were ours before we chose one of them; None while we roam."""
        self.core = -1
        self.lock: socket.socket | None = None
        """Holds the core for us."""


_PASSES = 8
"""More than enough for threads that start while others are freed, and an end to it for one that never stops."""
_thread = _Thread()
_libc = ctypes.CDLL(None)


def join(pid: int) -> None:
    """A bot has answered for the first time."""
    is_first = not _thread.bots
    _thread.bots.add(pid)
    try:
        if is_first:
            _settle()
        if _thread.allowed is not None:
            os.sched_setaffinity(pid, {_thread.core})
    except OSError:  # not allowed, or it is gone: better all everywhere than we alone on one core
        roam()


def leave(pid: int) -> None:
    """A bot's game is over; wherever there is room it may give back its memory."""
    if pid in _thread.bots:
        _free(pid)
        _thread.bots.remove(pid)
        if not _thread.bots:
            roam()


def roam() -> None:
    """We and our bots may run everywhere, until a new game begins."""
    for pid in _thread.bots:
        _free_threads(pid)
    _free(0)
    _thread.allowed = None
    if _thread.lock is not None:
        _thread.lock.close()
        _thread.lock = None


def _free_threads(pid: int) -> None:
    """Threads begin where their maker is held, so those that come up meanwhile have to be seen to as well."""
    freed: set[int] = set()
    for _ in range(_PASSES):
        try:
            threads = {int(name) for name in os.listdir(f"/proc/{pid}/task")} - freed  # noqa: PTH208  numbers are wanted
        except OSError:  # it is gone
            return
        if not threads:
            return
        for thread in threads:
            _free(thread)
        freed |= threads


def _free(pid: int) -> None:
    if _thread.allowed is not None:
        with contextlib.suppress(OSError):  # it is gone
            os.sched_setaffinity(pid, _thread.allowed)


@contextlib.contextmanager
def everywhere() -> Iterator[None]:
    """What is started in here may run on every core that was ours."""
    if _thread.allowed is None:
        yield
        return
    os.sched_setaffinity(0, _thread.allowed)
    try:
        yield
    finally:
        os.sched_setaffinity(0, {_thread.core})


def _settle() -> None:
    allowed = os.sched_getaffinity(0)
    if len(allowed) < 2:
        return
    here = _libc.sched_getcpu()
    for core in sorted(allowed, key=lambda core: core != here):
        lock = reserve(f"core-{core}")
        if lock is not None:
            _thread.core, _thread.allowed, _thread.lock = core, allowed, lock
            os.sched_setaffinity(0, {core})
            return
