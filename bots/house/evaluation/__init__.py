"""How good a position is, as chances of winning per side: what a search needs where it cuts a game short."""

from collections.abc import Sequence
from math import exp


def shares(strengths: Sequence[float], steepness: float) -> list[float]:
    """Chances from strengths: each unit of strength multiplies a side's chance by e to the steepness."""
    best = max(strengths)
    powers = [exp(steepness * (strength - best)) for strength in strengths]
    total = sum(powers)
    return [power / total for power in powers]


def points_of_winner(chance: float, sides: int) -> float:
    """Expected points where the first wins and all others lose alike: ties for second place count half."""
    second = (sides - 2) / 2 / (sides - 1)
    return chance + (1 - chance) * second
