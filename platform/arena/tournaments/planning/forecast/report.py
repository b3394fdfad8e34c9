"""Counting simulated tournaments: chances, expected places, games. Counts of several chunks add up."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from arena.tournaments.planning.forecast.simulate import Simulated

LOW, HIGH = 0.1, 0.9
"""Four of five simulated tournaments give a place between these."""


@dataclass(frozen=True)
class Line:
    """One entrant, in seed order."""

    wins: float
    """Chance to be first; a shared first place counts its share."""
    is_best: float
    """Chance to be the strongest of the field."""
    place: float
    """Expected place."""
    low: int
    high: int


@dataclass
class Tally:
    """Sums over tournaments. Plain numbers, so that they can wait in a cache between two chunks."""

    worlds: int = 0
    best_wins: float = 0.0
    ties: int = 0
    games: float = 0.0
    squared_games: float = 0.0
    work_ms: float = 0.0
    first: list[float] = field(default_factory=list)
    strongest: list[int] = field(default_factory=list)
    places: list[list[int]] = field(default_factory=list)
    """How often each entrant had each place."""

    def add(self, outcome: Simulated) -> None:
        worlds, size = outcome.places.shape
        is_first = outcome.places == 1
        share = is_first / is_first.sum(axis=1, keepdims=True)
        counts = np.zeros((size, size), dtype=np.int64)
        np.add.at(counts, (np.broadcast_to(np.arange(size), outcome.places.shape), outcome.places - 1), 1)
        self.add_all(
            Tally(
                worlds,
                float((share * outcome.is_best).sum()),
                int(outcome.tie_at_cut.sum()),
                float(outcome.games.sum()),
                float((outcome.games**2).sum()),
                float(outcome.work_ms.sum()),
                share.sum(axis=0).tolist(),
                outcome.is_best.sum(axis=0).tolist(),
                counts.tolist(),
            )
        )

    def add_all(self, other: Tally) -> None:
        """Counts of further tournaments of the same field."""
        if not self.places:
            self.first, self.strongest, self.places = other.first, other.strongest, other.places
        else:
            self.first = (np.array(self.first) + other.first).tolist()
            self.strongest = (np.array(self.strongest) + other.strongest).tolist()
            self.places = (np.array(self.places) + other.places).tolist()
        for name in ("worlds", "best_wins", "ties", "games", "squared_games", "work_ms"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def finds_best(self) -> float:
        """Chance that the strongest entrant is first."""
        return self.best_wins / self.worlds

    @property
    def finds_best_error(self) -> float:
        """Of the simulation alone: more tournaments make it smaller. Two of these are the usual margin."""
        chance = min(max(self.finds_best, 1 / self.worlds), 1 - 1 / self.worlds)
        return math.sqrt(chance * (1.0 - chance) / self.worlds)

    @property
    def tie_at_cut(self) -> float:
        return self.ties / self.worlds

    @property
    def mean_games(self) -> float:
        return self.games / self.worlds

    @property
    def games_spread(self) -> float:
        return math.sqrt(max(0.0, self.squared_games / self.worlds - self.mean_games**2))

    @property
    def work_s(self) -> float:
        """Expected time of one process."""
        return self.work_ms / self.worlds / 1000.0

    def lines(self) -> list[Line]:
        counts = np.array(self.places)
        shares = np.cumsum(counts, axis=1) / self.worlds
        numbers = np.arange(1, counts.shape[1] + 1)
        return [
            Line(
                wins=self.first[column] / self.worlds,
                is_best=self.strongest[column] / self.worlds,
                place=float(counts[column] @ numbers) / self.worlds,
                low=int(np.searchsorted(shares[column], LOW - 1e-9)) + 1,
                high=int(np.searchsorted(shares[column], HIGH - 1e-9)) + 1,
            )
            for column in range(len(counts))
        ]
