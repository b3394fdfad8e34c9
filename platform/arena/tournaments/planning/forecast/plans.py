"""A forecast to be made: one way to play a tournament, and other ways that cost the same games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from arena.tournaments.planning.forecast.field import Field, Lengths
from arena.tournaments.planning.forecast.report import Tally
from arena.tournaments.planning.forecast.series import SeriesModel
from arena.tournaments.planning.forecast.simulate import Simulated, simulate
from arena.tournaments.planning.forecast.strengths import Belief, Floats
from arena.tournaments.planning.formats.interface import StageSetup

PILOT = 24
"""Tournaments that show how many games a way to play takes."""
MOST_BLOCKS = 500
"""As an organiser may choose at most (``arena.tournaments.actions.create``, which planning does not import)."""


@dataclass(frozen=True)
class Known:
    """What is known about the field, in seed order (unless lots decide), and about the games."""

    belief: Belief
    seat_ms: Floats
    model: SeriesModel
    by_lot: bool = False

    def worlds(self, count: int, rng: np.random.Generator) -> Field:
        strengths = self.belief.draw(count, rng)
        return Field(strengths, np.broadcast_to(self.seat_ms, strengths.shape))


@dataclass(frozen=True)
class Way:
    """One way to play."""

    setups: tuple[StageSetup, ...]
    lengths: Lengths


def run(known: Known, way: Way, count: int, seed: int) -> Simulated:
    """The same seed draws the same worlds for every way: differences between ways are not those of the draw."""
    field = known.worlds(count, np.random.default_rng([seed, 0]))
    rng = np.random.default_rng([seed, 1])
    if not known.by_lot:
        return simulate(way.setups, field, known.model, way.lengths, rng)
    lots = rng.permuted(np.tile(np.arange(field.size), (count, 1)), axis=1)
    outcome = simulate(way.setups, field.take(lots), known.model, way.lengths, rng)
    back = np.argsort(lots, axis=1)
    return replace(
        outcome,
        places=np.take_along_axis(outcome.places, back, axis=1),
        is_best=np.take_along_axis(outcome.is_best, back, axis=1),
    )


def tally(known: Known, way: Way, count: int, seed: int) -> Tally:
    made = Tally()
    made.add(run(known, way, count, seed))
    return made


def with_the_same_games(known: Known, setups: Sequence[StageSetup], games: float) -> Way:
    """As many blocks a match as bring the number of games nearest to ``games``; all rounds of one length."""
    blocks = 1
    for _turn in range(3):
        way = Way(tuple(setups), Lengths(blocks))
        expected = tally(known, way, PILOT, seed=blocks).mean_games
        better = max(1, min(MOST_BLOCKS, round(blocks * games / max(expected, 1.0))))
        if better == blocks:
            break
        blocks = better
    return Way(tuple(setups), Lengths(blocks))
