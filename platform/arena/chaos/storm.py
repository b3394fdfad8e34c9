"""Fault after fault, each followed until the arena has recovered; then the books are looked at."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone
from redis.exceptions import RedisError

from arena.chaos.faults import Fault, Stage
from arena.chaos.load import keep_busy
from arena.health import resting, signs
from arena.leases.models import Lease
from arena.matches.models import Attempt, AttemptOutcome

T = TypeVar("T")

BUSY = 300
"""Games that wait or are played at any moment: some seconds of work, so nobody is ever idle by chance."""
_AWAY = (OperationalError, InterfaceError, RedisError)


@dataclass(frozen=True)
class Struck:
    fault: str
    lasted_s: float
    recovered_s: float | None
    """After its end: what was held then is in other hands, every process plays, none is at rest. None: it never was."""


def deck(stage: Stage, faults: list[Fault]) -> Iterator[Fault]:
    """All of them by chance, each once before any comes again."""
    while True:
        stage.chance.shuffle(faults)
        yield from faults


def patience_s(lease_s: float) -> float:
    """The longest pause of a game is ten leases; more than that and a slow machine's share is no recovery."""
    return 60 + 20 * lease_s


def strike(stage: Stage, fault: Fault, *, with_uploads: bool) -> Struck:
    asked(lambda: keep_busy(BUSY, with_uploads=with_uploads))
    begun = time.monotonic()
    held = asked(lambda: list(Lease.objects.values_list("token", flat=True)))
    with fault.happen(stage):
        pass
    ended, since = time.monotonic(), timezone.now()
    recovered = all_play(stage, held, since, with_uploads=with_uploads) and (
        not fault.stops_beat or wait(stage, lambda: _has_pulse(ended), patience_s(stage.lease_s))
    )
    return Struck(fault.name, ended - begun, time.monotonic() - ended if recovered else None)


def all_play(stage: Stage, held: list[Any], since: datetime, *, with_uploads: bool) -> bool:
    return wait(stage, lambda: _is_well(stage, held, since, with_uploads), patience_s(stage.lease_s))


def wait(stage: Stage, is_so: Callable[[], bool], longest_s: float) -> bool:
    """Servers may be away meanwhile; what died is started again."""
    end = time.monotonic() + longest_s
    while time.monotonic() < end:
        stage.rest(0.1)
        with suppress(*_AWAY):
            if is_so():
                return True
            continue
        connection.close()
    return False


def asked(work: Callable[[], T]) -> T:
    """From the database, which may just have been hurt."""
    for _ in range(100):
        try:
            return work()
        except _AWAY:
            connection.close()
            time.sleep(0.3)
    return work()


def _is_well(stage: Stage, held: list[Any], since: datetime, with_uploads: bool) -> bool:
    keep_busy(BUSY, with_uploads=with_uploads)
    if Lease.objects.filter(token__in=held).exists() or resting.all_at_rest():
        return False
    groups = {child.name: child.process.pid for child in stage.arena.supervisor.children if child.process}
    playing = {pid for name, pid in groups.items() if name.startswith("play")}
    return len(groups) == len(stage.arena.supervisor.children) and playing <= _groups_with_results(since)


def _has_pulse(since: float) -> bool:
    """A periodic task went through all of beat, broker and control."""
    age = signs.seconds_since_pulse()
    return age is not None and age < time.monotonic() - since


def _groups_with_results(since: datetime) -> set[int]:
    """The workers whose processes handed in something that they began after this moment."""
    fresh = Attempt.objects.filter(outcome=AttemptOutcome.RESULT, started_at__gt=since)
    groups = set()
    for worker in fresh.values_list("worker", flat=True).distinct():
        with suppress(ProcessLookupError, ValueError):
            groups.add(os.getpgid(int(worker.rpartition(":")[2])))
    return groups
