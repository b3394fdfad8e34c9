"""Tables as pages list them."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max, Q, QuerySet

from arena.bots.roster import roster
from arena.tables.models import PersonRating, Table, TableState
from arena.tables.visitor import Visitor


def people_stamp() -> tuple[int, datetime | None, int | None]:
    """Changes with every fit of people's ratings, and with names and wishes: equal stamps, equal boards of people."""
    # Variants are fitted one after the other, all of a run with the same time; their lines are new ones each time.
    newest = PersonRating.objects.aggregate(time=Max("fitted_at"), line=Max("pk"))
    return roster(), newest["time"], newest["line"]


def tables_of(visitor: Visitor) -> QuerySet[Table]:
    """Where the visitor sits or sat, those that are not over first, then the newest."""
    own = Q(pk__in=[])
    if visitor.user is not None:
        own |= Q(sittings__user=visitor.user)
    if visitor.guest:
        own |= Q(sittings__guest=visitor.guest)
    tables = Table.objects.filter(own).exclude(state=TableState.CANCELLED).distinct()
    return tables.order_by("finished_at", "-pk").prefetch_related("sittings")
