"""Tables end by themselves: who does not come back is taken to have left, and old rows go."""

from __future__ import annotations

from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import Q

from arena.tables import house, limits, turns
from arena.tables.actions.leaving import cancel, leave_seats
from arena.tables.actions.moving import advance
from arena.tables.models import OPEN_STATES, Sitting, Table, TableState
from arena.tables.stored import restored
from engines.errors import EngineError
from referee.sitting import SatGame

_log = structlog.get_logger(__name__)


def expire(now: datetime) -> int:
    overdue = Table.objects.filter(state__in=OPEN_STATES, deadline__lt=now).order_by("deadline")
    codes = list(overdue.values_list("pk", flat=True)[: limits.EXPIRE_AT_ONCE])
    return sum(_expire_one(pk, now) for pk in codes)


@transaction.atomic
def _expire_one(pk: int, now: datetime) -> bool:
    # Who is at this table right now goes first; the deadline is read again under the lock.
    rows = Table.objects.select_for_update(no_key=True, skip_locked=True)
    table = rows.filter(pk=pk, state__in=OPEN_STATES, deadline__lt=now).first()
    if table is None:
        return False
    sittings = list(table.sittings.all())
    if table.state == TableState.GATHERING:
        cancel(table, now)
        return True
    try:
        game = restored(table)
    except EngineError as error:  # a game that was uninstalled: nobody can play on
        _log.warning("table_cannot_go_on", table=table.pk, error=str(error))
        cancel(table, now)
        return True
    if table.is_answered_elsewhere:
        _answer_for_the_slow(table, sittings, game, now)
    else:
        leave_seats(table, sittings, game, game.waits_for(), now)
    return True


def _answer_for_the_slow(table: Table, sittings: list[Sitting], game: SatGame, now: datetime) -> None:
    """Our workers are away or busy: nobody waits for them."""
    turns.give_up(table)
    for seat in game.waits_for():
        if not sittings[seat].is_present:
            game.choose(seat, house.quick_choice(table, game, seat), 0.0, 0.0)
    advance(table, sittings, game, now)


def forget(now: datetime) -> int:
    """Tables that came to nothing, and old ones of browsers without an account."""
    ended = Table.objects.exclude(state__in=OPEN_STATES)
    nothing = Q(state=TableState.CANCELLED, finished_at__lt=now - limits.KEEP_ABANDONED)
    guests = Q(finished_at__lt=now - limits.KEEP_OF_GUESTS) & ~Q(sittings__user__isnull=False)
    old = list(ended.filter(nothing | guests).values_list("pk", flat=True)[: limits.EXPIRE_AT_ONCE])
    return Table.objects.filter(pk__in=old).delete()[0]
