"""Walks through the arena: pages that one visitor sees one after the other, so that what they show is made once."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.accounts.models import User
from tools.pages import PAGES, Shown, addresses


@dataclass(frozen=True)
class Walk:
    has_rows: bool
    as_member: bool
    as_staff: bool

    def __str__(self) -> str:
        who = "staff" if self.as_staff else "member" if self.as_member else "stranger"
        return f"{who}-{'full' if self.has_rows else 'empty'}"

    @property
    def logs_in(self) -> bool:
        return self.as_member or self.as_staff

    def pages(self, member: User) -> Iterator[tuple[Shown, str]]:
        """Each with its address."""
        mine = [shown for shown in PAGES if walk_of(shown) == self]
        return zip(mine, addresses(mine, member), strict=True)


def walk_of(shown: Shown) -> Walk:
    return Walk(shown.has_rows, shown.as_member, shown.as_staff)


WALKS = tuple(dict.fromkeys(walk_of(shown) for shown in PAGES))
