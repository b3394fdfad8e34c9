"""Tables as pages list them."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from arena.tables.models import Table, TableState
from arena.tables.visitor import Visitor


def tables_of(visitor: Visitor) -> QuerySet[Table]:
    """Where the visitor sits or sat, those that are not over first, then the newest."""
    own = Q(pk__in=[])
    if visitor.user is not None:
        own |= Q(sittings__user=visitor.user)
    if visitor.guest:
        own |= Q(sittings__guest=visitor.guest)
    tables = Table.objects.filter(own).exclude(state=TableState.CANCELLED).distinct()
    return tables.order_by("finished_at", "-pk").prefetch_related("sittings")
