"""What a good house bot would do in a person's seat. It sees what the person sees."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from arena.bots.actions.house import title_of
from arena.tables import house
from arena.tables.errors import TableError
from arena.tables.models import Sitting, Table, TableKind
from arena.tables.stored import restored


def hint_for(table: Table, sitting: Sitting) -> dict[str, Any]:
    """Raises ``TableError`` where none is given."""
    if table.kind == TableKind.DAY:
        raise TableError(_("There are no hints at the deal of the day: everybody plays it alone."))
    game = restored(table)
    if sitting.seat not in game.waits_for():
        raise TableError(_("It is not your turn."))
    action = house.quick_choice(table, game, sitting.seat)
    name = game.course.state.action_name(action)
    return {
        "at": len(game.course.actions),
        "action": action,
        "name": name,
        "who": title_of(house.usual_grade(game.course.variant.game)),
    }
