"""A bag: how many copies of each kind, packed into one integer with two bits per kind, three for Embody.

Hands and what a seat remembers are bags: they are copied and compared at the price of a number, and two of them are
put together by adding them. No kind but Embody (five) has more than three copies, so the bits never overflow. Above
these 47 bits a bag counts cards that nobody has looked up yet (``UNLOOKED``), while a state is rebuilt from a view.
54 bits in all: compiled code computes with integers of up to 62 bits directly, and with longer ones as objects.
"""

from collections.abc import Iterable
from typing import Final

from engines.karmaka.cards import COPIES, EMBODY, KINDS

EMPTY: Final = 0
_EMBODY_AT: Final = 2 * EMBODY
_MIMIC_AT: Final = _EMBODY_AT + 3
_UNLOOKED_AT: Final = _MIMIC_AT + 2
_SHIFT: Final[tuple[int, ...]] = (*range(0, _EMBODY_AT + 1, 2), _MIMIC_AT)
ONE: Final[tuple[int, ...]] = tuple(2**shift for shift in _SHIFT)
"""The bag with a single card of a kind."""
_COUNTER: Final[tuple[int, ...]] = tuple((7 if kind == EMBODY else 3) * ONE[kind] for kind in range(KINDS))
"""The bits that count a kind."""
UNLOOKED: Final = 2**_UNLOOKED_AT
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
    if bag == EMPTY:  # most of what is remembered
        return kinds
    for kind in range(KINDS):
        for _copy in range(count(bag, kind)):
            kinds.append(kind)
    return kinds


def different_kinds(bag: int) -> list[int]:
    """Kinds in ascending order, each once."""
    return [kind for kind in range(KINDS) if count(bag, kind)]


_SIX_KINDS: Final = 12
"""Bits of the counts of six kinds, two for each."""
_LOW_BITS: Final = 2**_SIX_KINDS - 1


def _held_table(first: int, kinds: int, bits: int) -> tuple[int, ...]:
    """By the counts of some neighbouring kinds: which of them are there, one bit for each."""
    at = _SHIFT[first]
    return tuple(
        sum(2**place for place in range(kinds) if count(counts << at, first + place)) for counts in range(2**bits)
    )


_HELD: Final[tuple[int, ...]] = _held_table(0, 6, _SIX_KINDS)
_HELD_LAST: Final[tuple[int, ...]] = _held_table(18, 5, _SIX_KINDS - 1)


def held(bag: int) -> int:
    """Which kinds there are: bit ``kind`` of the number. Looked up for six kinds at a time, the last five apart."""
    return (
        _HELD[bag & _LOW_BITS]
        + (_HELD[bag >> 12 & _LOW_BITS] << 6)
        + (_HELD[bag >> 24 & _LOW_BITS] << 12)
        + (_HELD_LAST[bag >> 36] << 18)
    )


def size(bag: int) -> int:
    total = bag >> _UNLOOKED_AT
    for kind in range(KINDS):
        total += count(bag, kind)
    return total


def holds(bag: int, kind: int) -> bool:
    """Is there a card of this kind in the bag?"""
    return bag & _COUNTER[kind] != 0


def contains(bag: int, part: int) -> bool:
    """Does the bag hold at least the cards of the other bag?"""
    return all(count(bag, kind) >= count(part, kind) for kind in range(KINDS))
