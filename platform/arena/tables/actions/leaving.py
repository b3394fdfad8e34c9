"""Getting up: a house bot takes the seat, and the person's side comes last. Nothing is left to play for alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from arena.lib.live.publish import publish_on_commit
from arena.tables.actions.finding import locked, seat_of, sitting_of
from arena.tables.actions.moving import advance, channel, finish
from arena.tables.models import Sitter, Sitting, Table, TableState
from arena.tables.stored import restored, write
from arena.tables.visitor import Visitor
from referee.faults import FaultKind
from referee.sitting import SatGame


@transaction.atomic
def leave(code: str, visitor: Visitor, now: datetime) -> Table:
    """Raises ``TableError``. A table that is over stays as it is, and who has left already is told the same again."""
    table, sittings = locked(code)
    has_left = any(each.has_left and visitor.sits_in(each) for each in sittings)
    if has_left and seat_of(visitor, sittings) is None:
        return table
    sitting = sitting_of(visitor, sittings)
    if not table.is_open:
        return table
    if table.state == TableState.GATHERING:
        _leave_before(table, sitting, now)
    else:
        leave_seats(table, sittings, restored(table), [sitting.seat], now)
    return table


def _leave_before(table: Table, sitting: Sitting, now: datetime) -> None:
    if sitting.is_host:
        cancel(table, now)
        return
    sitting.sitter, sitting.user, sitting.guest, sitting.name = Sitter.FREE, None, "", ""
    sitting.save()
    table.version += 1
    table.save(update_fields=["version"])
    publish_on_commit(channel(table), "moved", {"version": table.version})


def leave_seats(table: Table, sittings: list[Sitting], game: SatGame, seats: Sequence[int], now: datetime) -> None:
    """The caller holds the lock. The game goes on while a person is left, and ends with the last of them."""
    for seat in seats:
        if sittings[seat].is_present:
            sittings[seat].has_left = True
            sittings[seat].save(update_fields=["has_left"])
            game.course.fail(seat, FaultKind.GAVE_UP)
    if any(sitting.is_present for sitting in sittings):
        advance(table, sittings, game, now)
        return
    write(table, game)
    table.version += 1
    finish(table, sittings, game, now)


def cancel(table: Table, now: datetime) -> None:
    table.state = TableState.CANCELLED
    table.deadline = None
    table.finished_at = now
    table.opened_from = ""
    table.version += 1
    table.save()
    publish_on_commit(channel(table), "done", {"version": table.version})
