"""How PostgreSQL answers what a page asks: by index, or by reading a whole table that grows with every game."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import DatabaseError, connection

GROWING = frozenset(
    f"matches_{name}" for name in ("match", "entrant", "block", "game", "seat", "attempt", "storedreplay")
) | {"ratings_ratingevent"}


LARGE = 20_000
"""Rows: a smaller table is read as a whole because that is quicker."""


def read_whole(statements: Sequence[str]) -> set[str]:
    """Tables that grow with the games and that one of these reads from end to end."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE reltuples > %s", [LARGE])
        large = {row[0] for row in cursor.fetchall()}
    return {table for statement in statements for table in _tables(statement)} & large


def _tables(statement: str) -> Iterator[str]:
    if not statement.lstrip("( ").upper().startswith(("SELECT", "WITH")):
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("EXPLAIN (FORMAT JSON) " + statement.replace("%", "%%"), [])
            (plan,) = cursor.fetchone()
    except DatabaseError:
        return
    for node in _nodes(plan[0]["Plan"]):
        if node.get("Relation Name") in GROWING and node["Node Type"] == "Seq Scan":
            yield str(node["Relation Name"])


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from _nodes(inner)
