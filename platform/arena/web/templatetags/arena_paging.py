"""Which page numbers to show: the first, the last and those near the open one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.core.paginator import Page

register = template.Library()


@register.filter
def elided(page: Page[Any]) -> Iterator[int | str]:
    return page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)
