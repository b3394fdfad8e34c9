"""A slot: one face-down card in a stack, with who has seen it and where it came from, packed into an integer.

The card is for the owner of the state only. Who has seen a slot and its source are known to everybody at the table:
all of it happened in the open, only the face of the card did not.
"""

from typing import Final

EVERYBODY: Final = 31
"""Seen by all seats and by spectators. Bit ``s`` stands for seat ``s``, bit 4 for a spectator."""
SPECTATOR: Final = 16
NOBODY_YET: Final = 0

FRESH: Final = 0
"""From the present Well (or still in it): no card that was elsewhere when it was shuffled."""
OLD: Final = 1
"""From a Well before the latest reshuffle."""
MIXED: Final = 2
"""From anywhere."""
FROM_HAND: Final = 3
"""3 + seat: put down from the hand of that seat."""
SOURCES: Final = ("well", "old", "mixed", "hand 0", "hand 1", "hand 2", "hand 3")

# Nobody has seen most slots, and most are from the present Well: such a slot is the number of its kind, and nothing has
# to be packed when a Well is filled.
_SOURCE_AT: Final = 5
_SEEN_AT: Final = 8
_KIND_BITS: Final = 31
_SOURCE_BITS: Final = 7


def slot(kind: int, seen: int, source: int) -> int:
    return kind | source << _SOURCE_AT | seen << _SEEN_AT


def card(value: int) -> int:
    return value & _KIND_BITS


def seen(value: int) -> int:
    return value >> _SEEN_AT


def source(value: int) -> int:
    return value >> _SOURCE_AT & _SOURCE_BITS


def is_ordinary(value: int) -> bool:
    """From the present Well and seen by nobody, as nearly all slots are."""
    return value <= _KIND_BITS


def aged(value: int) -> int:
    """The slot after a reshuffle: one of the present Well becomes one of an earlier Well."""
    return value | OLD << _SOURCE_AT if source(value) == FRESH else value


def with_card(value: int, kind: int) -> int:
    """The slot with another card in it."""
    return value & ~_KIND_BITS | kind
