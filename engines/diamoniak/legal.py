"""Which actions the seat whose turn it is may choose from."""

from engines.diamoniak.actions import DRAW, PAY, STOP, USE_FAIRY, buy_id
from engines.diamoniak.cards import COLOUR_PARTS, NO_COLOUR, PARTS_OF_COLOUR, parts_in
from engines.diamoniak.payments import payment_ids
from engines.diamoniak.table import CONTINUE, OVER, PRICE, START, WITCH_MET, Table


def legal(table: Table) -> list[int]:
    """Legal actions, ascending; none when the game is over."""
    if table.phase == OVER:
        return []
    if table.phase == START:
        return [DRAW, *offers_at_start(table)]
    if table.phase == CONTINUE:
        return [DRAW, STOP, *offers_after_draw(table)] if table.variant.options else [DRAW, STOP]
    if table.phase == WITCH_MET:
        return [USE_FAIRY, PAY]
    seat = table.seat
    return payment_ids(parts_in(table.parts[seat]), table.diamonds[seat], table.fairies[seat])


def must_draw(table: Table) -> bool:
    """At the start of a turn: is there nothing that could be bought instead?"""
    return table.diamonds[table.seat] < PRICE or not offers_at_start(table)


def offers_at_start(table: Table) -> list[int]:
    """What can be bought instead of drawing."""
    return [] if table.variant.option("drawBeforeBuy") else offers(table)


def offers_after_draw(table: Table) -> list[int]:
    """What can be bought now that a card was drawn: nothing, unless an option says so."""
    may_buy = table.variant.option("buyAfterDraw") or table.variant.option("drawBeforeBuy")
    return offers(table) if may_buy else []


def offers(table: Table) -> list[int]:
    """Actions that buy a part for the seat whose turn it is, ascending."""
    seat = table.seat
    colour = table.colour[seat]
    if colour == NO_COLOUR or table.diamonds[seat] < PRICE:
        return []
    offered: list[int] = []
    for seller in range(table.seats):
        if seller != seat and table.parts[seller] & COLOUR_PARTS[colour]:
            for part in PARTS_OF_COLOUR[colour][table.bits_of(seller, colour)]:
                offered.append(buy_id(seller, part))
    return offered
