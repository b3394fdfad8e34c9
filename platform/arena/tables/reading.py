"""Tables as pages list them."""

from __future__ import annotations

from datetime import datetime

from django.db import connection
from django.db.models import Q, QuerySet

from arena.tables.models import Table, TableState
from arena.tables.visitor import Visitor

# Variants are fitted one after the other, all of a run with the same time; their lines are new ones each time.
PEOPLE = """
SELECT (SELECT coalesce(sum(token), 0)::bigint FROM bots_rosterchange), max(fitted_at), max(id) FROM tables_personrating
"""


def people_stamp() -> tuple[int, datetime | None, int | None]:
    """Changes with every fit of people's ratings, and with names and wishes: equal stamps, equal boards of people."""
    with connection.cursor() as cursor:
        cursor.execute(PEOPLE)
        roster, fitted_at, line = cursor.fetchone()
    return int(roster), fitted_at, line


def tables_of(visitor: Visitor) -> QuerySet[Table]:
    """Where the visitor sits or sat, those that are not over first, then the newest."""
    own = Q(pk__in=[])
    if visitor.user is not None:
        own |= Q(sittings__user=visitor.user)
    if visitor.guest:
        own |= Q(sittings__guest=visitor.guest)
    tables = Table.objects.filter(own).exclude(state=TableState.CANCELLED).distinct()
    return tables.order_by("finished_at", "-pk").prefetch_related("sittings")
