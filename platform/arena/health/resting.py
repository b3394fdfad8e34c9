"""Processes that have stopped playing because of themselves, as they tell Redis: for staff, probes and figures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import cast

from arena.health import signs
from arena.lib.redis_client import client, key

FORGOTTEN_AFTER_S = 150
"""A process at rest tries itself at least once a minute, and says so each time: who is silent for longer is gone."""


class Cause(StrEnum):
    DISK = "disk"
    STORAGE = "storage"
    DATABASE = "database"
    SANDBOX = "sandbox"


SENTENCES: dict[str, str] = {
    Cause.DISK: "a disk of the worker is full or cannot be written",
    Cause.STORAGE: "the store for replays takes nothing",
    Cause.DATABASE: "PostgreSQL takes no results",
    Cause.SANDBOX: "the sandbox starts no program",
}
"""For everybody: no names of machines or folders."""


@dataclass(frozen=True)
class Rest:
    worker: str
    cause: str
    """One of ``Cause``."""
    reason: str
    """With names of files and hosts: for staff only."""
    tries: int
    """How often it has tried itself since, and failed."""
    told_at: int = 0

    @property
    def sentence(self) -> str:
        return SENTENCES[self.cause]


def tell(rest: Rest) -> None:
    told = {**asdict(rest), "told_at": signs.now()}
    client().hset(_key(), rest.worker, json.dumps(told))


def is_well_again(worker: str) -> None:
    client().hdel(_key(), worker)


def all_at_rest() -> list[Rest]:
    found = cast("dict[str, str]", client().hgetall(_key()))
    lines = list(_readable(found))
    now = signs.now()
    fresh = {rest.worker: rest for rest in lines if now - FORGOTTEN_AFTER_S <= rest.told_at <= now + FORGOTTEN_AFTER_S}
    if gone := found.keys() - fresh.keys():
        client().hdel(_key(), *gone)
    return sorted(fresh.values(), key=lambda rest: rest.worker)


def _readable(found: dict[str, str]) -> Iterator[Rest]:
    """Guests write here too (see ``worker_roles``): what has not the form is passed over, and breaks no page."""
    for worker, text in found.items():
        try:
            told = json.loads(text)
            reason = str(told["reason"])[:1000]
            yield Rest(worker[:200], Cause(told["cause"]).value, reason, int(told["tries"]), int(told["told_at"]))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            continue


def _key() -> str:
    return key("resting")
