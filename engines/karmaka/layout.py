"""Who sits where and plays with whom: all that follows from the variant alone."""

from functools import cache
from typing import Final

from engines.karmaka.slots import SPECTATOR
from engines.variants import Variant

LEVELS: Final = ("Dung Beetle", "Snake", "Wolf", "Ape", "Transcendence")
NEEDED: Final[list[int]] = [4, 5, 6, 7]
"""Points needed to leave a level."""
WOLF: Final = 2
TRANSCENDENCE: Final = 4
RINGS: Final = 12
HAND_DEALT: Final = 4
DECK_DEALT: Final = 2
REBORN_CARDS: Final = 6
TURNS_PER_SEAT: Final = 300
"""The turn cap: 600 with two seats, 900 with three, 1,200 with four."""
EXTRA_PLAY_CAP: Final = 100
"""Extra plays in one turn. Far beyond real games; keeps two bots from dealing the same cards round for ever."""
NO_SEAT: Final = -1


class Layout:
    """Seating of one variant. Seats in every list are in the order in which they are asked."""

    def __init__(self, variant: Variant) -> None:
        seats = variant.seats
        self.seats = seats
        self.turn_cap = TURNS_PER_SEAT * seats
        self.mates = [_mate(variant, seat) for seat in range(seats)]
        self.rivals = [_rivals(variant, seat) for seat in range(seats)]
        """Rivals from the left: the order of offers."""
        self.rival_targets = [sorted(_reachable(variant, seat, self.rivals[seat])) for seat in range(seats)]
        self.any_targets = [sorted(_reachable(variant, seat, list(range(seats)))) for seat in range(seats)]
        self.bits = [*(1, 2, 4, 8)[:seats], SPECTATOR]
        """The bit of each observer in ``slots.seen``: the seats, then the spectator."""
        self.nothing = [0] * (seats + 1)
        """An empty bag per observer. Shared by all hands of which nobody knows a card."""
        self.has_mate_play = seats == 4 and len(variant.sides) == 2
        self.start_levels = _start_levels(variant)


@cache
def layout(variant: Variant) -> Layout:
    return Layout(variant)


def _mate(variant: Variant, seat: int) -> int:
    """Teams have two seats at most."""
    for side in variant.sides:
        if seat in side:
            for other in side:
                if other != seat:
                    return other
    return NO_SEAT


def _rivals(variant: Variant, seat: int) -> list[int]:
    clockwise = [(seat + step) % variant.seats for step in range(1, variant.seats)]
    return [other for other in clockwise if other != _mate(variant, seat)]


def _reachable(variant: Variant, seat: int, seats: list[int]) -> list[int]:
    """With four seats and no teams nobody plays on the seat opposite."""
    if variant.seats == 4 and len(variant.sides) == 4:
        return [other for other in seats if other != (seat + 2) % 4]
    return seats


def _start_levels(variant: Variant) -> list[int]:
    levels = [0] * variant.seats
    if variant.seats == 3 and len(variant.sides) == 2:
        levels[variant.option("wolfSeat")] = WOLF
    return levels
