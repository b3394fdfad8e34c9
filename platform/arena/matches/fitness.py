"""Whether this process can play at all. One that fails for its own reason stops, says why, and tries itself again.

A full disk, a database that takes nothing, a store that is away or a sandbox that starts nothing would otherwise turn
every game of the queue into a failure, as fast as games can be claimed.
"""

import errno
import time
from collections.abc import Iterator
from functools import cache

import structlog
from django.db import InterfaceError, OperationalError
from redis.exceptions import RedisError

from arena.health import resting
from arena.health.resting import Cause, Rest
from arena.leases.limits import LEASE
from arena.matches import self_test
from referee.faults import MachineError
from sandbox import SandboxError, UnknownProgram

_log = structlog.get_logger(__name__)
IN_A_ROW = 2
"""Own failures without a game that went well between them. One alone may be the game's, or chance."""
FIRST_PAUSE_S = LEASE.total_seconds() / 60
LONGEST_PAUSE_S = LEASE.total_seconds()
"""A pause doubles from the first to this: what is mended at night is found within a minute."""
_MACHINE = {
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EROFS,
    errno.EIO,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
    errno.ESTALE,
}


def own_cause(error: BaseException) -> Cause | None:
    """Why it is this process, and not the game, that failed; None if it may be the game."""
    for each in _chain(error):
        if isinstance(each, OSError) and each.errno in _MACHINE:
            return Cause.DISK
        if isinstance(each, (OperationalError, InterfaceError)):
            return Cause.DATABASE
        if isinstance(each, (SandboxError, MachineError)) and not isinstance(each, UnknownProgram):
            return Cause.SANDBOX
    return None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


class Fitness:
    """Of one process that plays."""

    def __init__(self, worker: str) -> None:
        self._worker = worker
        self._in_a_row = 0
        self._cause = Cause.DISK
        self._reason = ""
        self._tries = 0
        self._until: float | None = None

    @property
    def is_at_rest(self) -> bool:
        return self._until is not None

    def worked(self) -> None:
        self._in_a_row = self._tries = 0

    def failed(self, cause: Cause, reason: str, *, is_certain: bool = False) -> None:
        """``is_certain``: it was tried several times already."""
        self._in_a_row += 1
        self._cause, self._reason = cause, reason
        if is_certain or self._in_a_row >= IN_A_ROW:
            self._rest()

    def wait(self, at_most_s: float) -> bool:
        """Wait for the next try of itself, if it comes so soon. True: it is well and may claim."""
        if self._until is None:
            return True
        time.sleep(min(max(0.0, self._until - time.monotonic()), at_most_s))
        if time.monotonic() < self._until:
            return False
        complaint = self_test.complaint(with_sandbox=self._cause is Cause.SANDBOX)
        if complaint:
            self._reason = complaint
            self._rest()
            return False
        self._until = None
        self._in_a_row = IN_A_ROW - 1  # the next failure is enough, until a game went well
        _log.info("plays_again", tries=self._tries)
        self._tell()
        return True

    def _rest(self) -> None:
        pause_s = min(FIRST_PAUSE_S * 2**self._tries, LONGEST_PAUSE_S)
        self._tries += 1
        self._until = time.monotonic() + pause_s
        _log.error("rests", cause=self._cause.value, reason=self._reason, pause_s=pause_s, tries=self._tries)
        self._tell()

    def _tell(self) -> None:
        try:
            if self.is_at_rest:
                resting.tell(Rest(self._worker, self._cause.value, self._reason[:1000], self._tries))
            else:
                resting.is_well_again(self._worker)
        except RedisError as error:
            _log.warning("could not tell about the rest", error=str(error))


@cache
def fitness_of(worker: str) -> Fitness:
    """By name, which has the process id: threads of a pool do not exist here, but forks do."""
    return Fitness(worker)
