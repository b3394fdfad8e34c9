"""Long lists in pages: `page = page_of(request, things)`, then `{% include "parts/pagination.html" %}`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django.core.paginator import Paginator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.core.paginator import Page
    from django.db.models import QuerySet
    from django.http import HttpRequest

Item = TypeVar("Item")
PER_PAGE = 50
"""Of every list unless it says otherwise: two or three screens."""


def page_of(request: HttpRequest, items: Sequence[Item] | QuerySet[Item], per_page: int = PER_PAGE) -> Page[Item]:  # type: ignore[type-var]  # a query set of models, a sequence of anything
    """The page that `?page=` names; the nearest one if that is nonsense."""
    return Paginator(items, per_page).get_page(request.GET.get("page"))
