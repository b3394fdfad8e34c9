"""Many numbers in one parameter: a placeholder for each of a thousand takes the client longer than the server."""

from collections.abc import Iterable

from django.db.models.expressions import RawSQL


def among(keys: Iterable[int]) -> RawSQL:
    """For ``pk__in``."""
    return RawSQL("SELECT unnest(%s::bigint[])", [sorted(keys)])
