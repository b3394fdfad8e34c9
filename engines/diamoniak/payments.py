"""Payments to a witch: their action ids, and all that a seat can choose from. It is the decision with the most options.

A payment is three cards, ascending by kind. Payments ascend too (as tuples), and so do their ids.
"""

from itertools import combinations
from typing import Final, cast

from engines.diamoniak.cards import DIAMOND, FAIRY, PARTS

FIRST_PAYMENT: Final = 100
"""The id of the first payment."""
PENALTY: Final = 3
"""Cards that a witch costs."""

Cards = tuple[int, ...]


def _choices(cards: list[int], size: int) -> list[Cards]:
    """Different choices of so many of the cards, ascending."""
    return sorted(set(combinations(cards, size)))


_CARDS: Final[list[int]] = [*range(PARTS), *[DIAMOND] * PENALTY, *[FAIRY] * PENALTY]
"""All cards that can be paid, of equal ones as many as fit into a payment."""
PAYMENTS: Final[list[Cards]] = _choices(_CARDS, PENALTY)
"""Payment number i is action ``FIRST_PAYMENT + i``."""

_PAYMENT_ID: Final[dict[Cards, int]] = {cards: FIRST_PAYMENT + number for number, cards in enumerate(PAYMENTS)}


def payment_id(a: int, b: int, c: int) -> int:
    """The action that pays three cards, given ascending by kind."""
    return _PAYMENT_ID[a, b, c]


def payment_of(action: int) -> Cards:
    return PAYMENTS[action - FIRST_PAYMENT]


# What ``payment_ids`` puts together. Ids are objects here and not int: compiled code would take them apart and make
# them anew, each of them.
_IDS: Final[list[object]] = [FIRST_PAYMENT + number for number in range(len(PAYMENTS))]
"""By the number of the payment."""
_BEFORE_THIRD: Final[list[list[int]]] = [
    [_PAYMENT_ID[first, second, DIAMOND] - FIRST_PAYMENT - DIAMOND if first < second else -1 for second in range(PARTS)]
    for first in range(PARTS)
]
"""By the first two parts: add the third card, and it is the number of the payment. Payments that only differ in the
third card follow one another."""
_SPECIAL: Final = [[DIAMOND] * diamonds + [FAIRY] * fairies for diamonds in range(4) for fairies in range(4)]
"""Diamonds and fairies that a seat may have, as far as they count: up to three of each."""
_SPECIAL_KINDS: Final[list[list[int]]] = [sorted(set(cards)) for cards in _SPECIAL]
_SPECIAL_PAIRS: Final[list[list[list[object]]]] = [
    [[_PAYMENT_ID[first, *pair] for pair in _choices(cards, 2)] for first in range(PARTS)] for cards in _SPECIAL
]
"""Payments of a castle part and two of them, by the part."""
_SPECIAL_ONLY: Final[list[list[object]]] = [[_PAYMENT_ID[three] for three in _choices(cards, 3)] for cards in _SPECIAL]


def payment_ids(parts: list[int], diamonds: int, fairies: int) -> list[int]:
    """Every different payment out of some parts (ascending), diamonds and fairies, as ascending action ids."""
    special = 4 * min(diamonds, 3) + fairies
    kinds = parts + _SPECIAL_KINDS[special]
    ids: list[object] = []
    for at in range(len(parts)):
        before_third = _BEFORE_THIRD[parts[at]]
        for later in range(at + 1, len(parts)):
            before = before_third[parts[later]]
            for last in range(later + 1, len(kinds)):
                ids.append(_IDS[before + kinds[last]])
        ids += _SPECIAL_PAIRS[special][parts[at]]
    ids += _SPECIAL_ONLY[special]
    return cast("list[int]", ids)
