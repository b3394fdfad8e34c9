"""How many things each address holds open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from arena.lib.client_address import holder


class FullError(Exception):
    """This address holds as many as it may."""


def forwarded_for(headers: Iterable[tuple[bytes, bytes]]) -> str:
    return ",".join(value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for")


class Held:
    """How many things of one kind each address holds. For one event loop: nothing is locked."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, address: str) -> str:
        """What to give back later. Raises ``FullError``."""
        who = holder(address)
        if self._held[who] >= self._most:
            raise FullError
        self._held[who] += 1
        return who

    def give_back(self, who: str) -> None:
        self._held[who] -= 1
        if self._held[who] <= 0:
            del self._held[who]

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        who = self.take(address)
        try:
            yield
        finally:
            self.give_back(who)

    def __len__(self) -> int:
        """Addresses that hold something."""
        return len(self._held)
