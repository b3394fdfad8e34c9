"""The chance of a deal, as its documentation says: SHA-256 in counter mode over the seed and a stream's name."""

from collections.abc import Iterator
from hashlib import sha256
from typing import TypeVar

Card = TypeVar("Card")


def numbers(seed: bytes, name: str) -> Iterator[int]:
    """The endless 32-bit numbers of one named stream, first to last."""
    length = len(seed).to_bytes(4, "big")
    key = sha256(length + seed + name.encode()).digest()
    block_number = 0
    while True:
        block = sha256(key + block_number.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        block_number += 1


def number_below(limit: int, stream: Iterator[int]) -> int:
    """A number from 0 to limit - 1; numbers of the incomplete last round of 2**32 are passed over."""
    complete_rounds = 2**32 // limit
    for number in stream:
        if number < complete_rounds * limit:
            return number % limit
    raise AssertionError("A stream has no end.")


def shuffled(cards: list[Card], stream: Iterator[int]) -> list[Card]:
    """The cards in a new order: from the last place down, each changes with a random one not after it."""
    order = list(cards)
    for place in reversed(range(1, len(order))):
        other = number_below(place + 1, stream)
        order[place], order[other] = order[other], order[place]
    return order
