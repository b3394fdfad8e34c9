"""The whole state as JSON, secrets included. ``restore`` reads it back."""

from engines.interface import Json
from engines.karma.cards import NO_CARD, cards_in, names_of
from engines.karma.fits import FREE
from engines.karma.table import DECISIONS, NOT_CHOSEN, Holding, Table


def write(table: Table) -> Json:
    return {
        "variant": table.variant.slug,
        "rules_version": table.rules,
        "decision": DECISIONS[table.current],
        "seat": table.active,
        "first": table.first,
        "turn": table.turn,
        "fits_on": None if table.top == FREE else names_of([table.top])[0],
        "draw": names_of(table.draw[table.drawn :]),
        "pile": names_of(table.pile),
        "box": names_of(cards_in(table.box)),
        "seats": [_seat(place) for place in table.seats],
        "out": list(table.outs),
        "events": table.log.save() if table.log else None,
    }


def _seat(holding: Holding) -> Json:
    return {
        "hand": names_of(cards_in(holding.hand)),
        "known": names_of(cards_in(holding.known)),
        "up": names_of(cards_in(holding.up)),
        "down": [None if card == NO_CARD else names_of([card])[0] for card in holding.down],
        "chosen": None if holding.chosen == NOT_CHOSEN else names_of(cards_in(holding.chosen)),
    }
