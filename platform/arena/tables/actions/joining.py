"""Taking a chair at a friend's table, and beginning without those who do not come."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from arena.lib.live.publish import publish_on_commit
from arena.tables import house
from arena.tables.actions.finding import locked, seat_of, sitting_of
from arena.tables.actions.moving import advance, channel
from arena.tables.actions.opening import person_in
from arena.tables.errors import TableError
from arena.tables.models import Sitter, Sitting, Table, TableState
from arena.tables.stored import restored
from arena.tables.visitor import Visitor
from engines import variant

LONGEST_NAME = 30


@transaction.atomic
def join(code: str, visitor: Visitor, name: str, now: datetime) -> Table:
    """The first free chair. Who sits already keeps the own one: a second click changes nothing."""
    table, sittings = locked(code)
    if seat_of(visitor, sittings) is not None:
        return table
    free = next((sitting for sitting in sittings if sitting.sitter == Sitter.FREE), None)
    if table.state != TableState.GATHERING or free is None:
        raise TableError(_("All chairs of this table are taken. When the game is over you can watch it here."))
    for key, value in person_in(visitor, is_host=False).items():
        setattr(free, key, value)
    free.name = visitor.name or _free_name(name, sittings)
    free.save()
    _begin_if_full(table, sittings, now)
    return table


@transaction.atomic
def fill(code: str, visitor: Visitor, now: datetime) -> Table:
    """House bots take the free chairs. Only the host may say so."""
    table, sittings = locked(code)
    if not sitting_of(visitor, sittings).is_host:
        raise TableError(_("Only who opened the table can begin without the others."))
    game = variant(table.variant).game
    usual = house.usual_grade(game)
    for sitting in sittings:
        if sitting.sitter == Sitter.FREE:
            sitting.sitter, sitting.house_name, sitting.name = Sitter.HOUSE, usual, dict(house.grades(game))[usual]
            sitting.save()
    if table.state == TableState.GATHERING:
        _begin_if_full(table, sittings, now)
    return table


def _begin_if_full(table: Table, sittings: list[Sitting], now: datetime) -> None:
    if any(sitting.sitter == Sitter.FREE for sitting in sittings):
        table.version += 1
        table.save(update_fields=["version"])
        publish_on_commit(channel(table), "moved", {"version": table.version})
        return
    table.state = TableState.PLAYING
    advance(table, sittings, restored(table), now)


def _free_name(wanted: str, sittings: list[Sitting]) -> str:
    """What the person wants to be called, told apart from those who are called so already."""
    printable = "".join(sign for sign in wanted if sign.isprintable()).strip()[:LONGEST_NAME]
    name = printable or _("Guest")
    taken = {sitting.name for sitting in sittings}
    number = 2
    while name in taken:
        name = f"{printable or _('Guest')} {number}"
        number += 1
    return name
