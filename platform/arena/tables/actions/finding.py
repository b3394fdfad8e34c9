"""The table that a request is about, locked, and the chair of whoever asks."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from arena.tables.errors import NotSeatedError, TableError
from arena.tables.models import Sitting, Table
from arena.tables.visitor import Visitor


def locked(code: str) -> tuple[Table, list[Sitting]]:
    """Within a transaction: two clicks, two tabs and two people wait for each other here and nowhere else."""
    # Without the key: nothing is renamed, and sittings may refer to the row meanwhile.
    table = Table.objects.select_for_update(no_key=True).filter(code=code).first()
    if table is None:
        raise TableError(_("There is no such table."))
    return table, list(table.sittings.all())


def sitting_of(visitor: Visitor, sittings: Sequence[Sitting]) -> Sitting:
    """The visitor's own chair. Raises ``NotSeatedError``."""
    own = seat_of(visitor, sittings)
    if own is None and any(visitor.sits_in(each) for each in sittings):
        raise NotSeatedError(_("You have left this table, or did not come back in time: a house bot has your seat."))
    if own is None:
        raise NotSeatedError(_("You do not sit at this table. Only who sits in a seat can decide for it."))
    return own


def seat_of(visitor: Visitor, sittings: Sequence[Sitting]) -> Sitting | None:
    """Not the chair of somebody who has left: a house bot has it."""
    return next((each for each in sittings if each.is_present and visitor.sits_in(each)), None)
