"""Diamoniak by rules of thumb: buy when you can, stop after a few cards, and let the witch have what you need least."""

from collections.abc import Sequence

from engines.diamoniak.actions import DRAW, FIRST_BUY, STOP, USE_FAIRY, seller_of
from engines.diamoniak.cards import DIAMOND, FAIRY, KINDS, PARTS_PER_CASTLE
from engines.diamoniak.payments import FIRST_PAYMENT, PENALTY, payment_id
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import CONTINUE, PAYING, WITCH_MET

ENOUGH = 2
"""Cards drawn in a turn without a fairy at hand."""


def choose(state: DiamoniakState, seat: int, legal: list[int]) -> int:
    if state.phase == PAYING:
        return payment(state, seat, [_worth(state, seat, card) for card in range(KINDS)])
    if state.phase == WITCH_MET:
        return USE_FAIRY
    purchases = [action for action in legal if FIRST_BUY <= action < FIRST_PAYMENT]
    if purchases:
        return min(purchases, key=lambda action: state.castle_size(seller_of(action)))
    if state.phase == CONTINUE and state.drawn >= ENOUGH and not state.fairies[seat]:
        return STOP
    return DRAW


def payment(state: DiamoniakState, seat: int, prices: Sequence[float]) -> int:
    """The action that pays the three cheapest cards. Comparing all payments, often a hundred, would take far longer."""
    cheapest = sorted(state.payable(seat), key=lambda card: prices[card])[:PENALTY]
    first, second, third = sorted(cheapest)
    return payment_id(first, second, third)


def _worth(state: DiamoniakState, seat: int, card: int) -> int:
    if card == DIAMOND:
        return 2
    if card == FAIRY:
        return 3
    return 4 if card // PARTS_PER_CASTLE == state.colour[seat] else 1
