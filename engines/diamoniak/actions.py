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

from typing import Final

from engines.diamoniak.cards import CARD_NAMES, PARTS, names
from engines.diamoniak.payments import FIRST_PAYMENT, PAYMENTS, payment_of
from engines.errors import IllegalActionError
from engines.interface import Json

DRAW: Final = 0
STOP: Final = 1
USE_FAIRY: Final = 2
PAY: Final = 3
FIRST_BUY: Final = 4

ACTION_COUNT: Final[int] = FIRST_PAYMENT + len(PAYMENTS)


def buy_id(seller: int, part: int) -> int:
    return FIRST_BUY + seller * PARTS + part


def seller_of(action: int) -> int:
    return (action - FIRST_BUY) // PARTS


def part_of(action: int) -> int:
    return (action - FIRST_BUY) % PARTS


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
