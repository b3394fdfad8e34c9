"""Diamoniak with a price for every card: draw as long as the next card promises more than the witch would cost.

Everything lies open but the order of the draw pile, so the chance of each card is known exactly. The prices were found
by hill climbing over thousands of games at two and four seats against earlier versions of this bot.
"""

from typing import Final, NamedTuple

from engines.diamoniak.actions import DRAW, FIRST_BUY, PAY, STOP, USE_FAIRY, seller_of
from engines.diamoniak.cards import COLOUR_LETTERS, NO_COLOUR, PARTS_PER_CASTLE, WITCH
from engines.diamoniak.house.greedy import payment
from engines.diamoniak.payments import FIRST_PAYMENT, PENALTY
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import CONTINUE, PAYING, WITCH_MET


class Prices(NamedTuple):
    """What cards are worth to a seat; one part of a castle that was just begun is about 1."""

    part: float
    """A part of the own colour..."""
    growth: float
    """...and more for each part that lies there already."""
    first_part: float
    """A part that starts a castle."""
    wanted: float
    """A part that a rival needs, times the size of the rival's castle: it is kept from the rival and may be sold."""
    idle: float
    """A part that nobody builds with."""
    diamond: float
    fairy: float
    boldness: float
    """Factor on the price of meeting a witch: below 1 is bold."""
    alarm: float
    """Taken off that factor for each part beyond three in a rival's castle: the race is nearly over."""


PRICES: Final = Prices(1.0, 0.34, 1.27, 0.1, 0.07, 0.5, 1.85, 2.0, 0.1)
"""Of a careful player; the climb went on from here."""
BOLD: Final = PRICES._replace(boldness=0.07, alarm=0.18)
"""The climb ended here: hardly ever stop. It is close to the best there is without looking ahead, so close that no
search could be told from it in a reasonable number of games. So the expert is a careful player, and the search begins
where the climb ended: the steps of the scale stay apart."""


def choose(state: DiamoniakState, seat: int, legal: list[int]) -> int:
    return choose_by(PRICES, state, seat, legal)


def choose_boldly(state: DiamoniakState, seat: int, legal: list[int]) -> int:
    return choose_by(BOLD, state, seat, legal)


def choose_by(prices: Prices, state: DiamoniakState, seat: int, legal: list[int]) -> int:
    if state.phase == PAYING:
        return payment(state, seat, price_list(prices, state, seat))
    if state.phase == WITCH_MET:
        return USE_FAIRY if damage(prices, state, seat) > prices.fairy else PAY
    purchases = [action for action in legal if FIRST_BUY <= action < FIRST_PAYMENT]
    if purchases:
        return min(purchases, key=lambda action: state.castle_size(seller_of(action)))
    if state.phase == CONTINUE and not is_worth_drawing(prices, state, seat):
        return STOP
    return DRAW


def is_worth_drawing(prices: Prices, state: DiamoniakState, seat: int) -> bool:
    pile = state.draw_pile() or state.returned()
    by_kind = price_list(prices, state, seat)
    gain = sum([by_kind[card] for card in pile])
    loss = damage(prices, state, seat)
    if state.fairies[seat]:
        loss = min(loss, prices.fairy)
    return gain > pile.count(WITCH) * loss * caution(prices, state, seat)


def caution(prices: Prices, state: DiamoniakState, seat: int) -> float:
    nearest = max(state.castle_size(other) for other in range(state.seats) if other != seat)
    return prices.boldness - prices.alarm * max(0, nearest - 3)


def price_list(prices: Prices, state: DiamoniakState, seat: int) -> list[float]:
    """By kind of card, what one more of it is worth to the seat. Witches have their own reckoning."""
    by_kind: list[float] = []
    for colour in range(len(COLOUR_LETTERS)):
        by_kind += [part_price(prices, state, seat, colour)] * PARTS_PER_CASTLE
    return [*by_kind, prices.diamond, prices.fairy, 0.0]


def part_price(prices: Prices, state: DiamoniakState, seat: int, colour: int) -> float:
    builder = state.builder_of(colour)
    if builder == seat:
        return prices.part + prices.growth * state.castle_size(seat)
    if builder >= 0:
        return prices.wanted * state.castle_size(builder)
    return prices.first_part if state.colour[seat] == NO_COLOUR else prices.idle


def damage(prices: Prices, state: DiamoniakState, seat: int) -> float:
    """What a witch takes: the three cheapest cards."""
    by_kind = price_list(prices, state, seat)
    return sum(sorted([by_kind[card] for card in state.payable(seat)])[:PENALTY])
