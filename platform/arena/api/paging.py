"""Long lists by cursor: stable while things are added, and as fast on page one thousand as on the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from ninja import Field, Schema

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")


class Paging(Schema):
    cursor: str | None = Field(None, pattern="^[0-7][0-9a-f]{15}$", description="`next_cursor` of the page before.")
    limit: int = Field(50, ge=1, le=200, description="Most items of one page.")


class Page(Schema, Generic[Item]):
    items: list[Item]
    next_cursor: str | None = Field(description="Give it as `cursor` for the next page; null on the last one.")


@dataclass(frozen=True)
class Order:
    """By a whole number that is unique in the list."""

    field: str
    is_descending: bool = False

    def page(self, rows: QuerySet[Row], paging: Paging, show: Callable[[Row], Item]) -> dict[str, Any]:
        if paging.cursor is not None:
            beyond = f"{self.field}__{'lt' if self.is_descending else 'gt'}"
            rows = rows.filter(**{beyond: decode(paging.cursor)})
        ordered = rows.order_by(f"-{self.field}" if self.is_descending else self.field)
        with_next = list(ordered[: paging.limit + 1])
        shown = with_next[: paging.limit]
        more = len(with_next) > paging.limit
        return {
            "items": [show(row) for row in shown],
            "next_cursor": encode(self._value(shown[-1])) if more else None,
        }

    def _value(self, row: Model) -> int:
        value: Any = row
        for part in self.field.split("__"):
            value = getattr(value, part)
        return int(value)


def encode(value: int) -> str:
    return f"{value:016x}"


def decode(cursor: str) -> int:
    """The form was checked with the other parameters."""
    return int(cursor, 16)
