"""What games cost a worker: learned here, per version and variant, and used to fill batches and to estimate times."""

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from statistics import median
from typing import Any

from django.db import transaction

from arena.matches.models import GameCost
from arena.matches.models.game import DEFAULT_MS
from arena.matches.sql import turns
from arena.matches.sql.claiming import HeldGame

WRITE_EVERY_S = 5.0
"""Versions that play everywhere, such as house bots, would be written by all workers at once after each batch."""
LEAST_MS = 1
"""A game is never free, or a batch could take in any number of them."""
PACES = (1 / 64, 4.0)
"""However wrong the expectation was, a batch is filled with no more than this many times the usual, and no less."""


class Lessons:
    """Of one process, written from time to time. A killed worker takes the last few with it, which harms nobody."""

    def __init__(self) -> None:
        self._seats: dict[tuple[int, str], list[float]] = defaultdict(list)
        self._late_ms: dict[str, float] = defaultdict(float)
        self._paces: dict[str, float] = {}
        self._written_at = time.monotonic()

    def learn(self, game: HeldGame, seat_ms: Sequence[float], total_ms: float) -> None:
        """``seat_ms`` is the bots' own time; what the game took beyond is shared equally."""
        share = max(0.0, total_ms - sum(seat_ms)) / len(seat_ms)
        for version, own in zip(game.versions, seat_ms, strict=True):
            self._seats[version, game.variant].append(own + share)

    def took(self, source: str, spent_ms: float, games: Iterable[HeldGame], begun: Iterable[HeldGame]) -> None:
        """A batch is over, of which these games were begun. Its source is charged what was really spent."""
        self._late_ms[source] += spent_ms - sum(game.expected_ms for game in games)
        if expected := sum(game.expected_ms for game in begun):
            newest = min(max(spent_ms / expected, PACES[0]), PACES[1])
            self._paces[source] = (self.pace(source) + newest) / 2

    def pace(self, source: str) -> float:
        """What an expected second of the source takes this process. Games are expected to cost what was known when they
        were scheduled; a long series of an unknown bot, or a slow machine, is found out here after a few batches."""
        return self._paces.get(source, 1.0)

    def write_if_due(self) -> None:
        if time.monotonic() - self._written_at >= WRITE_EVERY_S:
            self.write()

    def write(self) -> None:
        taken = self.take()
        with transaction.atomic():
            if late := taken["late_ms"]:
                turns.charge({source: round(ms) for source, ms in late.items()})
            if seats := taken["seats"]:
                turns.learn(seats)

    def take(self) -> dict[str, Any]:
        """Everything learned since the last time, as plain values."""
        seats, self._seats = self._seats, defaultdict(list)
        late, self._late_ms = self._late_ms, defaultdict(float)
        self._written_at = time.monotonic()
        return {
            "late_ms": dict(late),
            "seats": [(*key, median(costs), len(costs)) for key, costs in sorted(seats.items())],
        }


@cache
def lessons() -> Lessons:
    return Lessons()


Costs = dict[tuple[int, str], float]


def known_costs(versions: Iterable[int]) -> Costs:
    rows = GameCost.objects.filter(version__in=set(versions)).values_list("version", "variant", "seat_ms")
    return {(version, variant): seat_ms for version, variant, seat_ms in rows}


def expected_ms(costs: Costs, versions: Sequence[int], variant: str) -> int:
    """Of a game between these versions. Who was never seen is taken for the usual."""
    usual = DEFAULT_MS / len(versions)
    return max(LEAST_MS, round(sum(costs.get((version, variant), usual) for version in versions)))
