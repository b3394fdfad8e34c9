"""A bag: how many copies of each kind, packed into one integer with two bits per kind, three for Embody.

Hands and what a seat remembers are bags: they are copied and compared at the price of a number, and two of them are
put together by adding them. No kind but Embody (five) has more than three copies, so the bits never overflow. Above
these 47 bits a bag counts cards that nobody has looked up yet (``UNLOOKED``), while a state is rebuilt from a view.
54 bits in all: compiled code computes with integers of up to 62 bits directly, and with longer ones as objects.
"""

from collections.abc import Iterable
from typing import Final

from engines.karmaka.cards import COPIES, EMBODY, KINDS, MIMIC

EMPTY: Final = 0
_EMBODY_AT: Final = 2 * EMBODY
_MIMIC_AT: Final = _EMBODY_AT + 3
_UNLOOKED_AT: Final = _MIMIC_AT + 2
_SHIFT: Final[tuple[int, ...]] = (*range(0, _EMBODY_AT + 1, 2), _MIMIC_AT)
ONE: Final[tuple[int, ...]] = tuple(1 << shift for shift in _SHIFT)
"""The bag with a single card of a kind."""
UNLOOKED: Final = 1 << _UNLOOKED_AT
_LOWER_BITS: Final = sum(1 << 2 * kind for kind in range(EMBODY))
"""The lower bit of each kind below Embody."""
ALL_CARDS: Final = sum(COPIES[kind] * ONE[kind] for kind in range(KINDS))


def count(bag: int, kind: int) -> int:
    if kind < EMBODY:
        return bag >> 2 * kind & 3
    if kind == EMBODY:
        return bag >> _EMBODY_AT & 7
    return bag >> _MIMIC_AT & 3


def bag_of(kinds: Iterable[int]) -> int:
    bag = EMPTY
    for kind in kinds:
        bag += ONE[kind]
    return bag


def kinds_in(bag: int) -> list[int]:
    """Kinds in ascending order, one entry per card."""
    kinds: list[int] = []
    for kind in different_kinds(bag):
        for _copy in range(count(bag, kind)):
            kinds.append(kind)
    return kinds


def different_kinds(bag: int) -> list[int]:
    """Kinds in ascending order, each once."""
    kinds: list[int] = []
    rest = (bag | bag >> 1) & _LOWER_BITS  # one bit for each kind that is there, in place 2 * kind
    while rest:
        lowest = rest & -rest
        kinds.append(lowest.bit_length() >> 1)
        rest -= lowest
    if count(bag, EMBODY):
        kinds.append(EMBODY)
    if count(bag, MIMIC):
        kinds.append(MIMIC)
    return kinds


def one_of_each(bag: int) -> int:
    """The bag with a single card of each kind that is in this one."""
    return bag_of(different_kinds(bag))


def size(bag: int) -> int:
    ones = bag & _LOWER_BITS
    twos = bag >> 1 & _LOWER_BITS
    return ones.bit_count() + 2 * twos.bit_count() + count(bag, EMBODY) + count(bag, MIMIC) + (bag >> _UNLOOKED_AT)


def holds(bag: int, kind: int) -> bool:
    """Is there a card of this kind in the bag?"""
    return count(bag, kind) > 0


def contains(bag: int, part: int) -> bool:
    """Does the bag hold at least the cards of the other bag?"""
    return all(count(bag, kind) >= count(part, kind) for kind in range(KINDS))
