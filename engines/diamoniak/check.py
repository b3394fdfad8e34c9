"""What the rules promise about every table, as sentences that say what is wrong."""

from engines.diamoniak.cards import (
    CARD_NAMES,
    COPIES,
    KINDS,
    NO_COLOUR,
    PARTS_PER_CASTLE,
    WITCH,
    counts_of_cards,
)
from engines.diamoniak.payments import PENALTY
from engines.diamoniak.table import OVER, PAYING, RETURNED, START, TURN_CAP, WITCH_MET, Table


def broken_invariant(table: Table) -> str | None:
    """The first broken promise, or None."""
    return _broken_cards(table) or _broken_colours(table) or _broken_turn(table)


def _broken_cards(table: Table) -> str | None:
    pile = counts_of_cards(table.draw_pile())
    if min(table.diamonds) < 0 or min(table.fairies) < 0 or table.witches < 0:
        return "A place holds a negative number of cards."
    counts = pile[:]
    for kind in table.returned():
        counts[kind] += 1
    for seat in range(table.seats):
        for kind in table.castle(seat) + table.reserve(seat):
            counts[kind] += 1
    if table.phase in (WITCH_MET, PAYING):
        counts[WITCH] += 1
    for kind in range(KINDS):
        if counts[kind] != COPIES[kind]:
            return f"The zones together hold {counts[kind]} of {CARD_NAMES[kind]}, the game has {COPIES[kind]}."
    if any(table.parts[table.seats : RETURNED]):
        return f"A seat that does not exist has parts: there are {table.seats}."
    return None


def _broken_colours(table: Table) -> str | None:
    colours = [colour for colour in table.colour if colour != NO_COLOUR]
    if len(set(colours)) < len(colours):
        return "Two seats build the same colour."
    locked = bool(table.variant.option("lockColour"))
    for seat in range(table.seats):
        size = table.castle_size(seat)
        if table.colour[seat] != NO_COLOUR and size == 0 and not locked:
            return f"Seat {seat} builds a colour without a card of it; only lockColour allows that."
        if size == PARTS_PER_CASTLE and (table.phase != OVER or table.seat != seat):
            return f"Seat {seat} has a full castle, so the game must have ended in its turn."
    return None


def _broken_turn(table: Table) -> str | None:
    if not 0 <= table.seat < table.seats or not 1 <= table.turn <= TURN_CAP:
        return f"Turn {table.turn} of seat {table.seat} does not exist."
    if table.phase != OVER and (table.phase == START) != (table.drawn == 0):
        return "A turn begins without a drawn card, and every later decision comes after one."
    if table.drawn < 0 or table.reshuffles < 0:
        return "Drawn cards and reshuffles are counted from 0."
    if table.phase == WITCH_MET and table.fairies[table.seat] == 0:
        return "Only a seat with a fairy is asked whether to use it."
    if table.phase == PAYING and len(table.payable(table.seat)) <= PENALTY:
        return "A seat that has no choice of three cards is not asked for them."
    if table.phase == OVER and table.castle_size(table.seat) < PARTS_PER_CASTLE and table.turn < TURN_CAP:
        return "The game ends with a full castle or at the turn cap, not before."
    return None
