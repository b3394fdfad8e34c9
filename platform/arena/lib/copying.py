"""Many new rows at once, by PostgreSQL's ``COPY``.

Django's ``bulk_create`` sends columns as arrays, which is quick, unless one of them holds bytes or an array itself:
then every value of every row becomes a literal of one long statement, which takes longer to read than to store.
"""

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from django.db import connection, models, transaction

_AS_IT_IS = {
    models.BigAutoField, models.BinaryField, models.BooleanField, models.CharField, models.FloatField,
    models.PositiveIntegerField, models.PositiveSmallIntegerField, models.TextField, models.UUIDField,
}  # fmt: skip
"""Values that the driver takes from a row as they are; asking the field each time takes longer than to store them."""


def copy_new(rows: Sequence[models.Model]) -> None:
    """Store new rows of one model; they know their keys afterwards. As ``bulk_create``, without signals."""
    if not rows:
        return
    model = type(rows[0])
    fields = model._meta.concrete_fields
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(field.column) for field in fields if field.column)
    statement = f"COPY {quoted(model._meta.db_table)} ({columns}) FROM STDIN"
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        for row, key in zip(rows, _keys(model, len(rows)), strict=True):
            row.pk = key
        with connection.wrap_database_errors, cursor.copy(statement) as copy:
            readers = [_reader(field) for field in fields]
            for row in rows:
                copy.write_row([read(row) for read in readers])
    for row in rows:
        row._state.adding, row._state.db = False, connection.alias


def _keys(model: type[models.Model], count: int) -> list[int]:
    column = model._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [connection.ops.quote_name(model._meta.db_table), column, count],
        )
        return [key for (key,) in cursor.fetchall()]


def _reader(field: "models.Field[Any, Any]") -> Callable[[models.Model], Any]:
    if isinstance(field, models.ForeignKey):
        return partial(_key_of, field)
    return attrgetter(field.attname) if type(field) in _AS_IT_IS else partial(_prepared, field)


def _key_of(field: "models.ForeignKey[Any, Any]", row: models.Model) -> Any:
    if field.is_cached(row):
        other = getattr(row, field.name)
        if other is not None:  # it may have got its key after it was put here
            setattr(row, field.attname, other.pk)
    return getattr(row, field.attname)


def _prepared(field: "models.Field[Any, Any]", row: models.Model) -> Any:
    return field.get_db_prep_save(field.pre_save(row, add=True), connection)
