"""Where losers of the winners bracket drop into the losers bracket, so that rematches come late."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def same(line: Sequence[T]) -> list[T]:
    return list(line)


def reverse(line: Sequence[T]) -> list[T]:
    """1234 -> 4321"""
    return list(line)[::-1]


def half_shift(line: Sequence[T]) -> list[T]:
    """1234 -> 3412"""
    half = len(line) // 2
    return [*line[half:], *line[:half]]


def halves_reversed(line: Sequence[T]) -> list[T]:
    """1234 -> 2143, 12345678 -> 43218765"""
    half = len(line) // 2
    return [*list(line[:half])[::-1], *list(line[half:])[::-1]]


def pair_flip(line: Sequence[T]) -> list[T]:
    """1234 -> 2143, 12345678 -> 21436587"""
    return [line[i ^ 1] for i in range(len(line))]


Order = Callable[[Sequence[T]], list[T]]

_NAMES: dict[int, tuple[str, ...]] = {
    4: ("same",),
    8: ("reverse", "same"),
    16: ("halves_reversed", "reverse", "same"),
    32: ("reverse", "half_shift", "same", "same"),
    64: ("reverse", "half_shift", "reverse", "same", "same"),
    128: ("reverse", "half_shift", "pair_flip", "pair_flip", "pair_flip", "same"),
}


def drop_order(size: int, winners_round: int, line: Sequence[T]) -> list[T]:
    """Losers of a winners round (2 or later) of a bracket of this size, in the order of losers-bracket matches.

    >>> drop_order(16, 2, [1, 2, 3, 4])
    [2, 1, 4, 3]
    >>> drop_order(32, 3, [1, 2, 3, 4])
    [3, 4, 1, 2]
    """
    orders: dict[str, Order[T]] = {
        "same": same,
        "reverse": reverse,
        "half_shift": half_shift,
        "halves_reversed": halves_reversed,
        "pair_flip": pair_flip,
    }
    return orders[_NAMES[size][winners_round - 2]](line)


LARGEST = max(_NAMES)
