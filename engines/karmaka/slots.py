"""A slot: one face-down card in a stack, with who has seen it and where it came from, packed into an integer.

The card is for the owner of the state only. Who has seen a slot and its source are known to everybody at the table:
all of it happened in the open, only the face of the card did not.
"""

from typing import Final

EVERYBODY: Final = 31
"""Seen by all seats and by spectators. Bit ``s`` stands for seat ``s``, bit 4 for a spectator."""
SPECTATOR: Final = 16
NOBODY_YET: Final = 0

OLD: Final = 0
"""From a Well before the latest reshuffle."""
FRESH: Final = 1
"""From the present Well (or still in it): no card that was elsewhere when it was shuffled."""
MIXED: Final = 2
"""From anywhere."""
FROM_HAND: Final = 3
"""3 + seat: put down from the hand of that seat."""
UNSEEN_FRESH: Final = 1024
"""``slot(0, NOBODY_YET, FRESH)``: add a kind for an ordinary card of the Well."""
SOURCES: Final = ("old", "well", "mixed", "hand 0", "hand 1", "hand 2", "hand 3")


def slot(kind: int, seen: int, source: int) -> int:
    return kind | seen << 5 | source << 10


def card(value: int) -> int:
    return value & 31


def seen(value: int) -> int:
    return value >> 5 & 31


def source(value: int) -> int:
    return value >> 10
