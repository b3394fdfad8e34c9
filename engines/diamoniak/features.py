"""What counts in a position of Diamoniak, and what nobody has seen in it."""

from random import Random
from typing import Final

from engines.diamoniak.cards import (
    COLOUR_BITS,
    COLOUR_PARTS,
    COUNT_OF_BITS,
    DIAMOND,
    DIAMONDS,
    FAIRIES,
    FAIRY,
    NO_COLOUR,
    PARTS_PER_CASTLE,
    WITCH,
    WITCHES,
    size,
)
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import CONTINUE, OVER, PAYING, PRICE, RETURNED, START, WITCH_MET
from engines.interface import PUBLIC

_PHASES: Final = (START, CONTINUE, WITCH_MET, PAYING)


def redeal(state: DiamoniakState, rng: Random) -> DiamoniakState:
    """Everything lies open but the order of the draw pile and the reshuffles to come."""
    return state.resample(PUBLIC, rng)


def chance_used(state: DiamoniakState) -> tuple[int, ...]:
    return state.reshuffles, state.dealt


def of_seat(state: DiamoniakState, seat: int) -> list[float]:
    """Castle, riches, and where the parts are that it lacks."""
    colour = state.colour[seat]
    castle = [0.0] * (PARTS_PER_CASTLE + 1)
    castle[state.castle_size(seat)] = 1.0
    diamonds = state.diamonds[seat]
    until = (seat - state.seat) % state.seats
    row = [
        1.0 if colour == NO_COLOUR else 0.0,
        state.castle_size(seat) / PARTS_PER_CASTLE,
        diamonds / 10,
        min(diamonds, PRICE) / PRICE,
        min(diamonds, 2 * PRICE) / (2 * PRICE),
        state.fairies[seat] / FAIRIES,
        1.0 if state.fairies[seat] else 0.0,
        size(state.parts[seat]) / 12,
        state.payable_count(seat) / 10,
        1.0 if until == 0 and state.phase != OVER else 0.0,
        until / state.seats,
        _hostages(state, seat) / PARTS_PER_CASTLE,
    ]
    return row + castle + _missing(state, seat, colour)


def _hostages(state: DiamoniakState, seat: int) -> int:
    """Parts of colours that others build: they are missing there and can be sold."""
    held = state.parts[seat]
    count = 0
    for other in range(state.seats):
        if other != seat and state.colour[other] != NO_COLOUR:
            count += size(held & COLOUR_PARTS[state.colour[other]])
    return count


def _missing(state: DiamoniakState, seat: int, colour: int) -> list[float]:
    """Of its colour: parts at the rivals, parts given back, parts still to be drawn; and whether it can buy."""
    if colour == NO_COLOUR:
        return [0.0, 0.0, 0.0, 0.0, 0.0]
    rivals = 0
    for other in range(state.seats):
        if other != seat:
            rivals += COUNT_OF_BITS[state.bits_of(other, colour)]
    returned = COUNT_OF_BITS[state.parts[RETURNED] >> PARTS_PER_CASTLE * colour & COLOUR_BITS]
    drawable = PARTS_PER_CASTLE - state.castle_size(seat) - rivals - returned
    can_buy = rivals > 0 and state.diamonds[seat] >= PRICE
    wins = can_buy and state.castle_size(seat) == PARTS_PER_CASTLE - 1
    return [rivals / 6, returned / 6, drawable / 6, 1.0 if can_buy else 0.0, 1.0 if wins else 0.0]


def of_table(state: DiamoniakState) -> list[float]:
    """What the draw pile holds, in no order, and what is asked."""
    witches = diamonds = fairies = 0
    for card in state.draw_pile():
        if card == WITCH:
            witches += 1
        elif card == DIAMOND:
            diamonds += 1
        elif card == FAIRY:
            fairies += 1
    left = state.draw_size()
    return [
        left / 54,
        witches / WITCHES,
        witches / left if left else 0.0,
        diamonds / DIAMONDS,
        fairies / FAIRIES,
        state.drawn / 5,
        state.turn / 50,
        *[1.0 if state.phase == phase else 0.0 for phase in _PHASES],
    ]
