"""Statements that run many times a second: parsed and planned once for each connection, then only executed.

Django sends every statement as text with the values in it. For the few hot ones that is most of what they cost the
server, so they go to psycopg directly, on the same connection and in the same transaction. Processes that serve pages
run them seldom and do not prepare them (see ``arena.settings.database``).
"""

from collections.abc import Mapping
from typing import Any

import psycopg
from django.db import connection

from arena.lib.slow_queries import timed

_doors: dict[str, str] = {}


def go_through(doors: Mapping[str, str]) -> None:
    """From now on this process sends other statements in the place of these: it may not run them itself."""
    _doors.update(doors)


def rows(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    connection.ensure_connection()
    raw = connection.connection
    with timed(statement), connection.wrap_database_errors, psycopg.Cursor(raw) as cursor:
        cursor.execute(_doors.get(statement, statement).encode(), values, prepare=True)
        return cursor.fetchall() if cursor.description else []
