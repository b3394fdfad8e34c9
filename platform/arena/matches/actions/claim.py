"""Take the next games from the queue under one lease, fairly.

A batch is about a second of work of one source, which one worker plays game after game. Sources take turns by the time
that workers spent on them; all practice shares one turn. A tournament that is alone is shared by halves, so that all
workers play its last match. Within a source the oldest games go first. Games of a bot that already plays in several
batches wait, so one slow bot cannot fill all workers.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from arena.lib.clock import database_now
from arena.matches import limits
from arena.matches.sql import claiming
from arena.matches.sql.claiming import HeldGame, Pace, Taken, Taking, Turn

_TRIES = 10
"""Of a claim whose bots' last places were taken by others at the same moment. Each begins anew: who held on to the
places it got while it asked for more would wait for others in a circle."""


@dataclass(frozen=True)
class Batch:
    """The right to play these games until the lease runs out without a sign of life. Quick games come first."""

    token: uuid.UUID
    worker: str
    source: str
    kind: str
    """Of its matches."""
    taken_at: datetime
    games: tuple[HeldGame, ...]


def _as_expected(_source: str) -> float:
    return 1.0


def claim(
    worker: str,
    now: datetime | None = None,
    *,
    with_uploads: bool = True,
    most: int = limits.BATCH_GAMES,
    pace: Pace = _as_expected,
) -> Batch | None:
    """The next games for this worker, or None when nothing may be played now.

    A worker that cannot lock programs in asks without uploads: it plays games among house bots only. One that knows its
    pace gets what it plays in about a second, however well that was guessed when the games were scheduled.
    """
    taking = Taking(uuid.uuid4(), worker, now or database_now(), most, pace)
    for _ in range(_TRIES):
        with transaction.atomic():
            busy = claiming.busy_bots()
            for turn in claiming.turns():
                taken = _take(taking, turn, busy) if with_uploads else claiming.take_by_lane(taking, turn, [])
                if taken.games:
                    return Batch(taking.token, worker, turn.source, turn.kind, taking.now, taken.games)
                if taken.is_contended:
                    transaction.set_rollback(True)
                    break
            else:
                return None
    return None


def _take(taking: Taking, turn: Turn, busy: list[int]) -> Taken:
    taken = claiming.take_by_age(taking, turn, busy, claiming.horizon(turn.source) if busy else None)
    if not busy or taken.games or taken.is_contended:
        return taken
    for lane in claiming.open_lanes(turn.source, busy):
        taken = claiming.take_by_lane(taking, turn, lane)
        if taken.games or taken.is_contended:
            break
    return taken
