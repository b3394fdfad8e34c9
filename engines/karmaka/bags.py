"""A bag: how many copies of each kind, packed into one integer with two bits per kind, three for Embody.

What a seat remembers is kept in bags: they are copied and compared at the price of a number, and two of them are
put together by adding them. No kind but Embody (five) has more than three copies, so the bits never overflow, and a
bag has 47 of them: compiled code computes with integers of up to 62 bits directly, and with longer ones as objects.
"""

from collections.abc import Iterable
from typing import Final

from engines.karmaka.cards import COPIES, EMBODY, KINDS

EMPTY: Final = 0
_EMBODY_AT: Final = 2 * EMBODY
_MIMIC_AT: Final = _EMBODY_AT + 3
_SHIFT: Final[tuple[int, ...]] = (*range(0, _EMBODY_AT + 1, 2), _MIMIC_AT)
ONE: Final[tuple[int, ...]] = tuple(2**shift for shift in _SHIFT)
"""The bag with a single card of a kind."""
ALL_CARDS: Final = sum(COPIES[kind] * ONE[kind] for kind in range(KINDS))


def count(bag: int, kind: int) -> int:
    if kind < EMBODY:
        return bag >> 2 * kind & 3
    if kind == EMBODY:
        return bag >> _EMBODY_AT & 7
    return bag >> _MIMIC_AT


def bag_of(kinds: Iterable[int]) -> int:
    bag = EMPTY
    for kind in kinds:
        bag += ONE[kind]
    return bag


def kinds_in(bag: int) -> list[int]:
    """Kinds in ascending order, one entry per card."""
    kinds: list[int] = []
    if bag == EMPTY:  # most of what is remembered
        return kinds
    for kind in range(KINDS):
        for _copy in range(count(bag, kind)):
            kinds.append(kind)
    return kinds


def size(bag: int) -> int:
    total = 0
    for kind in range(KINDS):
        total += count(bag, kind)
    return total


def contains(bag: int, part: int) -> bool:
    """Does the bag hold at least the cards of the other bag?"""
    return all(count(bag, kind) >= count(part, kind) for kind in range(KINDS))
