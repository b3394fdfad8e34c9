"""Keep a lease, end it, and find those that nobody keeps any more. Each is taken together with its work."""

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime

import structlog
from django.db import transaction

from arena.leases import limits
from arena.leases.models import Lease, Subject
from arena.lib import prepared
from arena.lib.clock import database_now
from arena.lib.stored_words import filled
from engines.words import mark

_log = structlog.get_logger(__name__)
Lost = Callable[[Lease, str, datetime], None]
_lost: dict[str, Lost] = {}

# Not waiting for the disk: a sign of life that a crash of the database forgets is made good by the next one.
BEAT = """
WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
UPDATE leases_lease lease SET heartbeat_at = %(now)s, deadline = %(deadline)s, current = alive.current
FROM quick, unnest(%(tokens)s::uuid[], %(current)s::bigint[]) AS alive(token, current)
WHERE lease.token = alive.token
RETURNING lease.token
"""


def when_lost(subject: Subject, give_back: Lost) -> None:
    """Whoever hands out leases of this subject says here what becomes of work whose worker went silent."""
    _lost[subject] = give_back


def heartbeat(working_on: Mapping[uuid.UUID, int | None], now: datetime | None = None) -> set[uuid.UUID]:
    """Signs of life for all leases of a process at once. Returns those that are still held."""
    now = now or database_now()
    rows = prepared.rows(
        BEAT,
        {
            "now": now,
            "deadline": now + limits.LEASE,
            "tokens": list(working_on),
            "current": list(working_on.values()),
        },
    )
    return {row[0] for row in rows}


def end(token: uuid.UUID) -> bool:
    """Within the transaction that hands in the work. False: the lease was lost."""
    return bool(Lease.objects.filter(token=token).delete()[0])


@transaction.atomic
def reap(now: datetime | None = None) -> int:
    """Take back every lease without a sign of life. Safe at any time: who hands in or beats just now is passed over."""
    now = now or database_now()
    silent = list(Lease.objects.select_for_update(skip_locked=True).filter(deadline__lt=now))
    for lease in silent:
        seconds = (now - lease.heartbeat_at).total_seconds()
        text = mark("Worker {worker} gave no sign of life for {seconds} s.")
        cause = filled(text, worker=lease.worker, seconds=f"{seconds:.0f}")
        _log.warning("lease_lost", subject=lease.subject, worker=lease.worker, size=lease.size, silent_s=seconds)
        _lost[lease.subject](lease, cause, now)
        lease.delete()
    return len(silent)
