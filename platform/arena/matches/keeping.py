"""Signs of life while a game is played, from a thread of its own.

Between decisions would not be often enough: before the first one a program may have to be built, and a bot that uses
its whole bank on a stalled machine may think for longer than a lease lasts. A worker that hangs altogether is ended by
Celery's hard time limit, and its lease then runs out like that of a dead one.
"""

import threading
from types import TracebackType
from typing import Self

import structlog
from django.db import InterfaceError, OperationalError, connection

from arena.matches import limits
from arena.matches.actions import lease as leases
from arena.matches.actions.claim import Lease
from engines import State
from referee.observer import Observer

_log = structlog.get_logger(__name__)


class LeaseLostError(Exception):
    """Another worker has the game by now: what is played here would not count."""


class LeaseKeeper(Observer):
    """``with LeaseKeeper(lease) as keeper:`` keeps the lease; as an observer it ends a game whose lease is lost."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._end = threading.Event()
        self._is_lost = False
        self._thread = threading.Thread(target=self._keep, name="lease-keeper", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end.set()
        self._thread.join()

    def acted(self, state: State, seat: int, action_name: str, charged_ms: float) -> None:
        if self._is_lost:
            raise LeaseLostError("The lease passed to another worker.")

    def _keep(self) -> None:
        try:
            while not self._is_lost and not self._end.wait(limits.HEARTBEAT_S):
                self._beat()
        finally:
            connection.close()  # this thread's own; most games end before it is ever opened

    def _beat(self) -> None:
        try:
            self._is_lost = not leases.heartbeat(self._lease)
        except (OperationalError, InterfaceError) as error:
            # One sign of life is lost; the next finds the database again, or the lease runs out.
            _log.warning("heartbeat_failed", game=self._lease.game_id, error=str(error))
            connection.close()
