"""What a game tells the analysis of finished games: what counts in a position, and what nobody had seen in it.

All of it is optional. A game that says nothing still gets a line of winning chances, from games played on at random or
by its expert; what only chance decided can be told apart where it names its re-deal (``bots.house.values``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any


@dataclass(frozen=True)
class Features:
    """A position in numbers, with all hands open and all cards that nobody has seen left out.

    Both lists have one length for all positions of a variant; numbers around one fit best. A side's chance is
    fitted from its own seats' numbers, those of its rivals, and the table's (``bots.house.values.rows``).
    """

    of_seat: Callable[[Any, int], list[float]]
    of_table: Callable[[Any], list[float]]


@dataclass(frozen=True)
class Insight:
    """What the analysis has to know about a game."""

    redeal: Callable[[Any, Random], Any]
    """A copy in which all that no seat has seen yet, cards and chance still to come, is dealt anew; what any seat has
    seen stays. Every such copy must be as likely as the real state: luck is measured against them."""
    chance_used: Callable[[Any], tuple[int, ...]]
    """Changes if and only if chance was used: a card came that nobody had seen, or a random pick was made."""
    features: Features | None = None
    judges_decisions: bool = True
    """Whether the game's expert plays well enough to say that another action would have been better."""
