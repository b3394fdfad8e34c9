"""What is the same in all games of a variant: how many numbers a seat is told, how many actions there are."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from engines import Deal, State, Variant, engine, new_game, variant
from engines.registry import game


class ShapeError(ValueError):
    """The environment cannot be made, or was asked something that makes no sense."""


@dataclass(frozen=True)
class Shape:
    variant: Variant
    actions: int
    """Ids of actions are below this number."""
    numbers: int
    """Length of an observation; each number is 0 to 255."""
    observe: Callable[[Any, int], bytes]

    @property
    def seats(self) -> int:
        return self.variant.seats

    def new_game(self, seed: int, number: int) -> State:
        """The game with this number of all that a seed gives."""
        return new_game(self.variant.slug, Deal.from_text(f"environment {seed} {number}"))

    def rewards(self, state: State) -> list[float]:
        """For each seat of a finished game: 1 if its side beat all others, -1 if all beat it, ties half."""
        of_sides = rewards_of(state.ranks())
        return [of_sides[self.variant.side_of(seat)] for seat in range(self.seats)]


def rewards_of(ranks: list[int]) -> list[float]:
    """
    >>> rewards_of([1, 2, 2, 4])
    [1.0, 0.0, 0.0, -1.0]
    """
    others = len(ranks) - 1
    return [
        float(Fraction(sum(other > rank for other in ranks) - sum(other < rank for other in ranks), others))
        for rank in ranks
    ]


@cache
def shape(slug: str) -> Shape:
    """Raises ``UnknownVariantError``, or ``ShapeError`` for a game that does not say what its seats know."""
    played = variant(slug)
    observe = game(played.game).observe
    if observe is None:
        raise ShapeError(f"{played.game} does not say as numbers what a seat knows, so nobody can learn it here.")
    first = new_game(slug, Deal.from_text("shape"))
    return Shape(played, engine(played.game).action_count, len(observe(first, 0)), observe)
