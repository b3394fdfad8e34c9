"""What may happen to an arena. Each fault lasts as long as its block; what is left then is for the arena to mend."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.db import connection

from arena.chaos.cable import Cable
from arena.chaos.small_arena import SmallArena, kill_group
from arena.chaos.small_disk import fill
from arena.chaos.wrong_clock import WrongClock
from arena.embedded.supervisor import Child


@dataclass(frozen=True)
class Stage:
    """The arena that is hurt, and what the faults need."""

    arena: SmallArena
    chance: random.Random
    lease_s: float
    disk: Path | None
    cable: Cable | None
    clock: WrongClock | None

    def rest(self, seconds: float) -> None:
        """Time goes on: what died meanwhile is started again, as the operator's own supervisor does."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.arena.supervisor.watch()
            time.sleep(0.1)

    def one_of(self, *names: str) -> Child | None:
        """Of the processes so called one that lives."""
        living = [
            child
            for child in self.arena.supervisor.children
            if child.name.startswith(names) and child.process is not None and child.process.poll() is None
        ]
        return self.chance.choice(living) if living else None


@dataclass(frozen=True)
class Fault:
    name: str
    happen: Callable[[Stage], AbstractContextManager[None]]
    needs: str = ""
    """Which part of the stage it needs: it is left out where there is none."""
    stops_beat: bool = False
    """It is over when a periodic task went through again, not only when all workers play."""


def _kill(*names: str) -> Callable[[Stage], AbstractContextManager[None]]:
    @contextmanager
    def killed(stage: Stage) -> Iterator[None]:
        if (child := stage.one_of(*names)) and child.process:
            kill_group(child.process.pid)
        yield

    return killed


@contextmanager
def _frozen(stage: Stage) -> Iterator[None]:
    """For longer than its lease: others get its games, and what it hands in when it wakes must be refused."""
    child = stage.one_of("play")
    pid = child.process.pid if child and child.process else None
    try:
        if pid:
            os.killpg(pid, signal.SIGSTOP)
        stage.rest(1.5 * stage.lease_s)
        yield
    finally:
        if pid:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGCONT)


@contextmanager
def _forgetful_broker(stage: Stage) -> Iterator[None]:
    stage.arena.stop_broker()
    stage.rest(1.0)
    try:
        yield
    finally:
        stage.arena.start_broker()


@contextmanager
def _sessions_ended(stage: Stage) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    yield


@contextmanager
def _database_crashed(stage: Stage) -> Iterator[None]:
    """A server process that is killed makes PostgreSQL end all of them and read its journal."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    os.kill(pid, signal.SIGKILL)
    connection.close()
    yield


@contextmanager
def _full_disk(stage: Stage) -> Iterator[None]:
    assert stage.disk is not None  # noqa: S101 - for the type checker
    filler = fill(stage.disk)
    try:
        stage.rest(1.5 * stage.lease_s)
        yield
    finally:
        filler.unlink()


def _cut_for(leases: float) -> Callable[[Stage], AbstractContextManager[None]]:
    @contextmanager
    def cut(stage: Stage) -> Iterator[None]:
        assert stage.cable is not None  # noqa: S101 - for the type checker
        stage.cable.cut()
        try:
            stage.rest(leases * stage.lease_s)
            yield
        finally:
            stage.cable.mend()

    return cut


@contextmanager
def _slow_link(stage: Stage) -> Iterator[None]:
    assert stage.cable is not None  # noqa: S101 - for the type checker
    stage.cable.delay_s = 0.3
    try:
        stage.rest(1.5 * stage.lease_s)
        yield
    finally:
        stage.cable.delay_s = 0.0


@contextmanager
def _clock_jumped(stage: Stage) -> Iterator[None]:
    """By an hour, forward or back, and home again, which is a jump as well."""
    assert stage.clock is not None  # noqa: S101 - for the type checker
    stage.clock.jump(stage.chance.choice((-3600, 3600)))
    try:
        stage.rest(1.5 * stage.lease_s)
        yield
    finally:
        stage.clock.jump(0)


FAULTS = (
    Fault("a worker is killed", _kill("play")),
    Fault("control is killed", _kill("control"), stops_beat=True),
    Fault("beat is killed", _kill("beat"), stops_beat=True),
    Fault("a worker freezes for longer than its lease", _frozen),
    Fault("the broker goes and forgets everything", _forgetful_broker),
    Fault("every session of the database ends", _sessions_ended),
    Fault("the database crashes", _database_crashed),
    Fault("the disk is full", _full_disk, needs="disk"),
    Fault("a worker is cut off for a moment", _cut_for(0.3), needs="cable"),
    Fault("a worker is cut off for longer than its lease", _cut_for(1.5), needs="cable"),
    Fault("the link of a worker is slow", _slow_link, needs="cable"),
    Fault("the clock of a worker jumps by an hour", _clock_jumped, needs="clock"),
)
