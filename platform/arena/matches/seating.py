"""Which entrant sits where in the games of a block, for every layout of sides. Pure."""

from dataclasses import dataclass

from engines import Variant, variant
from referee.series import layout, seated_variant


@dataclass(frozen=True)
class PlannedGame:
    variant: Variant
    """The match's variant, with the single seat of a 2v1 where this game has it."""
    positions: tuple[int, ...]
    """Position of the entrant in each seat."""


def entrant_counts(played: Variant) -> tuple[int, ...]:
    """How many entrants a match of this variant may have; the first is the usual number.

    Teams are usually two copies of one bot, so that two entrants meet; separate bots may also form them.
    """
    sizes = sorted(len(side) for side in played.sides)
    if sizes == [2, 2]:
        return (2, 4)
    return (2, 3) if sizes == [1, 2] else (played.seats,)


def games_of_block(played: Variant, entrants: int, block: int) -> list[PlannedGame]:
    """All games of a block: each entrant holds each seat (and role) equally often. Raises ``SeriesError``."""
    return [
        PlannedGame(variant(seated_variant(played.slug, seating)), seating.entrants)
        for seating in layout(played, entrants, block)
    ]
