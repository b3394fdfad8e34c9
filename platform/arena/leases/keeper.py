"""Signs of life from a thread of its own: one for a process, whatever it works on.

Between decisions of a game would not be often enough: before the first one a program may have to be built, and a bot
that uses its whole bank on a stalled machine may think for longer than a lease lasts. A worker that hangs altogether is
ended by Celery's hard time limit, and its lease then runs out like that of a dead one.
"""

import os
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import structlog
from django.db import DatabaseError, InterfaceError, connection

from arena.leases import actions, limits

_log = structlog.get_logger(__name__)
Ids = frozenset[int]


class LeaseLostError(Exception):
    """Somebody else has the work by now: what is done here would not count."""


class HeldLease:
    """A lease while its worker works. ``current`` is told with the next sign of life."""

    def __init__(self, token: uuid.UUID, still_wanted: Callable[[], Ids] | None) -> None:
        self.token = token
        self.current: int | None = None
        self._still_wanted = still_wanted
        self._wanted: Ids | None = None
        self._is_lost = False
        self._since = time.monotonic()

    def is_wanted(self, thing: int) -> bool:
        """False: the lease is lost, or somebody cancelled this part of the work since the last sign of life."""
        return not self._is_lost and (self._wanted is None or thing in self._wanted)

    def require(self, thing: int) -> None:
        if not self.is_wanted(thing):
            raise LeaseLostError("The lease passed to another worker, or the work was cancelled.")

    @property
    def is_young(self) -> bool:
        return time.monotonic() - self._since < limits.YOUNG_S

    def hear(self, *, is_held: bool) -> None:
        """After a sign of life, in the keeper's thread."""
        self._is_lost = not is_held
        if is_held and self._still_wanted is not None:
            self._wanted = self._still_wanted()


class Keeper:
    def __init__(self) -> None:
        self._held: dict[uuid.UUID, HeldLease] = {}
        self._thread: threading.Thread | None = None

    @contextmanager
    def keeping(self, token: uuid.UUID, still_wanted: Callable[[], Ids] | None = None) -> Iterator[HeldLease]:
        """``still_wanted`` is asked after each sign of life which parts of the work are not cancelled."""
        lease = self._held[token] = HeldLease(token, still_wanted)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="lease-keeper", daemon=True)
            self._thread.start()
        try:
            yield lease
        finally:
            del self._held[token]

    def _run(self) -> None:
        while True:
            time.sleep(limits.HEARTBEAT_S)
            self.beat()

    def beat(self) -> None:
        old = [lease for lease in list(self._held.values()) if not lease.is_young]
        if not old:
            connection.close()  # this thread's own; most work ends before it is ever opened
            return
        try:
            held = actions.heartbeat({lease.token: lease.current for lease in old})
            for lease in old:
                lease.hear(is_held=lease.token in held)
        except (DatabaseError, InterfaceError) as error:
            # One sign of life is lost; the next finds the database again, or the lease runs out. Whatever the database
            # says: without this thread every lease of the process would be lost.
            _log.warning("heartbeat_failed", error=str(error))
            connection.close()


@cache
def _keeper(_pid: int) -> Keeper:
    return Keeper()


def keeper() -> Keeper:
    """Of this process: threads do not survive a fork, and a pool of workers forks."""
    return _keeper(os.getpid())
