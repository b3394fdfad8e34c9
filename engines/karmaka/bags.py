"""A bag: how many copies of each kind, packed into one integer with three bits per kind.

What a seat remembers is kept in bags: they are copied and compared at the price of a number, and two of them are
put together by adding them. No kind has more than five copies, so three bits never overflow.
"""

from collections.abc import Iterable
from typing import Final

from engines.karmaka.cards import COPIES, KINDS

EMPTY: Final = 0
ONE: Final[tuple[int, ...]] = tuple(8**kind for kind in range(KINDS))
"""The bag with a single card of a kind."""
ALL_CARDS: Final = sum(COPIES[kind] * ONE[kind] for kind in range(KINDS))


def count(bag: int, kind: int) -> int:
    return (bag >> (3 * kind)) & 7


def bag_of(kinds: Iterable[int]) -> int:
    bag = EMPTY
    for kind in kinds:
        bag += ONE[kind]
    return bag


def kinds_in(bag: int) -> list[int]:
    """Kinds in ascending order, one entry per card."""
    kinds: list[int] = []
    kind = 0
    while bag:
        copies = bag & 7
        if copies:
            kinds += [kind] * copies
        bag >>= 3
        kind += 1
    return kinds


def size(bag: int) -> int:
    total = 0
    while bag:
        total += bag & 7
        bag >>= 3
    return total


def contains(bag: int, part: int) -> bool:
    """Does the bag hold at least the cards of the other bag?"""
    return all(count(bag, kind) >= count(part, kind) for kind in range(KINDS))
