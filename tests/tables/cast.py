"""People at tables, and the shortest way to a game."""

from datetime import UTC, datetime
from typing import Any

from arena.tables.actions.moving import choose
from arena.tables.actions.opening import Order, open_table
from arena.tables.house import quick_choice
from arena.tables.models import Table
from arena.tables.seen import UNSEEN, seen_from
from arena.tables.stored import restored
from arena.tables.visitor import Visitor

Json = dict[str, Any]

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
ANN = Visitor(None, "a" * 32, "192.0.2.1")
BEN = Visitor(None, "b" * 32, "192.0.2.2")
STRANGER = Visitor(None, "c" * 32, "192.0.2.3")


def sit(slug: str, visitor: Visitor = ANN, **order: Any) -> Table:
    return open_table(visitor, Order(slug, **order), NOW)


def look(table: Table, seat: int = 0, since: int = UNSEEN) -> Json:
    table = Table.objects.get(pk=table.pk)
    return seen_from(table, list(table.sittings.all()), seat, since)


def first_offered(seen: Json) -> int:
    return int(seen["legal"][0]["id"])


def play_on(table: Table, visitor: Visitor = ANN, seat: int = 0) -> Json:
    """By rules of thumb, until the seat is no longer asked."""
    seen = look(table, seat)
    while seen["legal"]:
        table.refresh_from_db()
        choose(table.code, visitor, seen["at"], quick_choice(table, restored(table), seat), NOW)
        seen = look(table, seat, seen["at"])
    return seen
