"""What one process made and may show again: bounded in bytes, the least recently shown goes first.

Nothing here is ever wrong because it is old: keys hold all that the value was made of (see ``arena.bots.roster``), so a
change asks for another key. For the same reason processes need not tell each other anything.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, cast

from django.conf import settings

T = TypeVar("T")
ENTRY_BYTES = 500
"""What an entry costs beside its value and the words in its key: places in two tables."""
LARGEST_SHARE = 4
"""One value gets at most a quarter of the room."""


def _words(key: Hashable) -> int:
    """Bytes of the texts in a key: visitors choose addresses, and may choose long ones."""
    if isinstance(key, tuple):
        return sum(_words(part) for part in key)
    return sys.getsizeof(key) if isinstance(key, str | bytes) else 0


@dataclass
class _Entry:
    value: Any
    size: int
    until: float


class Store:
    def __init__(self, room: int) -> None:
        self._room = room
        self._used = 0
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._lock = threading.Lock()
        self._makers: dict[Hashable, tuple[threading.Lock, int]] = {}

    def get(self, key: Hashable) -> Any | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            if entry.until < time.monotonic():
                self._drop(key)
                return None
            self._entries.move_to_end(key)
            return entry.value

    def put(self, key: Hashable, value: object, size: int, seconds: float = float("inf")) -> None:
        """``size`` in bytes; what is too large for the room is not kept."""
        size += ENTRY_BYTES + _words(key)
        with self._lock:
            self._drop(key)
            if size > self._room // LARGEST_SHARE:
                return
            self._entries[key] = _Entry(value, size, time.monotonic() + seconds)
            self._used += size
            while self._used > self._room:
                self._drop(next(iter(self._entries)))

    def get_or_make(
        self, key: Hashable, make: Callable[[], T], size: Callable[[T], int], seconds: float = float("inf")
    ) -> T:
        """Made once, however many ask for it at the same moment: the others wait for the first."""
        value = self.get(key)
        if value is None:
            with self.making(key):
                value = self.get(key)
                if value is None:
                    value = make()
                    self.put(key, value, size(value), seconds)
        return cast("T", value)

    def making(self, key: Hashable) -> _Making:
        return _Making(self._makers, self._lock, key)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self._used = 0

    @property
    def used(self) -> int:
        return self._used

    def __len__(self) -> int:
        return len(self._entries)

    def _drop(self, key: Hashable) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._used -= entry.size


class _Making:
    """A lock for one key, which exists while somebody makes the value or waits for it."""

    def __init__(
        self, makers: dict[Hashable, tuple[threading.Lock, int]], guard: threading.Lock, key: Hashable
    ) -> None:
        self._makers, self._guard, self._key = makers, guard, key

    def __enter__(self) -> None:
        with self._guard:
            lock, count = self._makers.get(self._key, (threading.Lock(), 0))
            self._makers[self._key] = lock, count + 1
        lock.acquire()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            lock, count = self._makers.pop(self._key)
            if count > 1:
                self._makers[self._key] = lock, count - 1
        lock.release()


@cache
def store() -> Store:
    """The one of this process."""
    return Store(settings.PAGE_MEMORY_BYTES)
