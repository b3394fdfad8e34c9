"""After a test that commits, the rows go; tables, and what Django keeps of the models in two of them, stay.

Django truncates all eighty tables after each such test and writes content types and permissions again: a third of a
second of processor for a handful of rows.
"""

from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

LASTING = ("django_migrations", "django_content_type", "auth_permission")
_CASE: Any = TransactionTestCase  # its types leave out what is Django's own affair
_djangos_own = _CASE._fixture_teardown


def empty(connection: BaseDatabaseWrapper) -> bool:
    """Whether it could: triggers, which refuse some deletions, are silent for nobody but a superuser."""
    name = connection.ops.quote_name
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchone() != (True,):
            return False
        tables = [name(table) for table in connection.introspection.table_names(cursor) if table not in LASTING]
        # As to truncate would, this waits for all who still write: a request whose answer nobody waited for.
        cursor.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
        cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers, and no look for references
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
            " AND pg_relation_size(oid) > 0"
        )
        written = {name(table) for (table,) in cursor.fetchall()}
        for table in tables:
            if table in written:
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own tables, quoted
    return True


def _empty_all(self: Any) -> None:
    if not all(empty(connections[alias]) for alias in self._databases_names(include_mirrors=False)):
        _djangos_own(self)


def instead_of_truncating() -> None:
    """From now on, in this process."""
    _CASE._fixture_teardown = _empty_all
