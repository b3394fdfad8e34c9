"""Action ids: fixed numbers for everything a seat can choose, the same for every variant.

====================  ==========  =======================================================================
ids                   decision    meaning
====================  ==========  =======================================================================
0                     START, CONTINUE  draw a card
1                     CONTINUE    stop
2                     WITCH       use a fairy
3                     WITCH       pay with cards instead
4 + 24 * seller + p   START or CONTINUE, as the options say  buy part p (0..23) from a seat
100..2751             PAY         give these three cards, in the order of ``PAYMENTS``
====================  ==========  =======================================================================
"""

from typing import Final, cast

from engines.diamoniak.cards import CARD_NAMES, DIAMOND, FAIRY, PARTS, names
from engines.errors import IllegalActionError
from engines.interface import Json

DRAW: Final = 0
STOP: Final = 1
USE_FAIRY: Final = 2
PAY: Final = 3
FIRST_BUY: Final = 4
FIRST_PAYMENT: Final = 100


def _payments() -> list[tuple[int, int, int]]:
    """All different sets of three cards a seat can own: parts at most once, diamonds and fairies up to three times."""
    repeatable = (DIAMOND, FAIRY)
    return [
        (a, b, c)
        for a in range(FAIRY + 1)
        for b in range(a if a in repeatable else a + 1, FAIRY + 1)
        for c in range(b if b in repeatable else b + 1, FAIRY + 1)
    ]


PAYMENTS: Final[list[tuple[int, int, int]]] = _payments()
"""Payment number i is action ``FIRST_PAYMENT + i``. Cards ascend, and so do the payments (as tuples)."""

ACTION_COUNT: Final[int] = FIRST_PAYMENT + len(PAYMENTS)

_SPAN: Final = FAIRY + 1


def _payment_ids() -> list[list[object]]:
    rows: list[list[object]] = [[-1] * _SPAN for _pair in range(_SPAN * _SPAN)]
    for number, (a, b, c) in enumerate(PAYMENTS):
        rows[a * _SPAN + b][c] = FIRST_PAYMENT + number
    return rows


_PAYMENT_IDS: Final[list[list[object]]] = _payment_ids()
"""Ids by the third card, for each pair of first and second card: enumerating payments is the dearest decision."""


def payment_id(a: int, b: int, c: int) -> int:
    """The action that pays three cards, given ascending by kind."""
    return cast("int", _PAYMENT_IDS[a * _SPAN + b][c])


def payment_of(action: int) -> tuple[int, int, int]:
    return PAYMENTS[action - FIRST_PAYMENT]


def buy_id(seller: int, part: int) -> int:
    return FIRST_BUY + seller * PARTS + part


def seller_of(action: int) -> int:
    return (action - FIRST_BUY) // PARTS


def part_of(action: int) -> int:
    return (action - FIRST_BUY) % PARTS


def payment_ids(owned: list[int]) -> list[int]:
    """Every different payment out of the owned cards (ascending by kind), as ascending action ids."""
    ids: list[object] = []  # not of int: compiled code would take every number apart and make it anew
    size = len(owned)
    behind = _kinds_behind(owned)
    first = -1
    for i in range(size - 2):
        if owned[i] == first:
            continue
        first = owned[i]
        pairs = first * _SPAN
        second = -1
        for j in range(i + 1, size - 1):
            if owned[j] != second:
                second = owned[j]
                row = _PAYMENT_IDS[pairs + second]
                for third in behind[j]:
                    ids.append(row[third])
    return cast("list[int]", ids)


def _kinds_behind(owned: list[int]) -> list[list[int]]:
    """The different kinds that follow each card: third cards depend on the second alone."""
    kinds: list[int] = []
    behind = [kinds] * len(owned)
    for at in range(len(owned) - 1, 0, -1):
        if not kinds or kinds[0] != owned[at]:
            kinds = [owned[at], *kinds]
        behind[at - 1] = kinds
    return behind


def require_action(action: int) -> None:
    """Refuse a number that is no action id at all."""
    if not 0 <= action < ACTION_COUNT:
        raise IllegalActionError(f"There is no action {action}. Actions of Diamoniak are 0 to {ACTION_COUNT - 1}.")


def action_name(action: int) -> str:
    """For people, e.g. ``buy R2 from seat 1``."""
    require_action(action)
    if action == DRAW:
        return "draw"
    if action == STOP:
        return "stop"
    if action == USE_FAIRY:
        return "use fairy"
    if action == PAY:
        return "pay"
    if action < FIRST_PAYMENT:
        return f"buy {CARD_NAMES[part_of(action)]} from seat {seller_of(action)}"
    return "pay " + " ".join(names(list(payment_of(action))))


def action_json(action: int) -> Json:
    """For programs, e.g. ``{"type": "buy", "seller": 1, "card": "R2"}``."""
    require_action(action)
    if action == DRAW:
        return {"type": "draw"}
    if action == STOP:
        return {"type": "stop"}
    if action == USE_FAIRY:
        return {"type": "fairy"}
    if action == PAY:
        return {"type": "pay"}
    if action < FIRST_PAYMENT:
        return {"type": "buy", "seller": seller_of(action), "card": CARD_NAMES[part_of(action)]}
    return {"type": "pay", "cards": names(list(payment_of(action)))}
