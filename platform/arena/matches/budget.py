"""How often our side may fail a game, and how long it waits in between. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from arena.matches import limits


@dataclass(frozen=True)
class Failure:
    cause: str
    at: datetime


def counts(failure: Failure, earlier: Iterable[Failure]) -> bool:
    """Whether it uses up some of the budget: it is the first of its kind, or the last of its kind is a while ago."""
    kind = kind_of(failure.cause)
    return not any(kind_of(each.cause) == kind and failure.at - each.at < limits.SAME_CAUSE for each in earlier)


def pause_after(earlier: Sequence[Failure]) -> timedelta:
    """Before the next attempt, where this was the last of so many failures."""
    doublings = min(len(earlier), 20)
    return min(limits.FIRST_PAUSE * float(2**doublings), limits.LONGEST_PAUSE)


def first_line(cause: str) -> str:
    """What matters: tracebacks end with it, and their first line says nothing."""
    lines = [line for line in cause.strip().splitlines() if line.strip()]
    return (lines[-1] if lines else "no reason given")[:300]


def kind_of(cause: str) -> str:
    """Causes that differ in numbers, or after the colon of an exception, are of one kind."""
    return re.sub(r"\d+", "#", first_line(cause).partition(":")[0])
