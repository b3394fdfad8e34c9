"""What everybody sees. Diamoniak has no private cards: views differ in the field ``seat`` alone.

Only the order of the draw pile is hidden, so ``unseen`` lists its cards sorted.
"""

from typing import Final

from engines.diamoniak.cards import COLOUR_LETTERS, NO_COLOUR, names
from engines.diamoniak.ending import is_capped, ranks
from engines.diamoniak.table import DECISIONS, OVER, PAYING, TURN_CAP, WITCH_MET, Table
from engines.interface import Json

GAME: Final = "diamoniak"
RULES_VERSION: Final = 1


def view_of(table: Table, seat: int) -> Json:
    """The view of a seat or a spectator. Every field is described in the README of this folder."""
    over = table.phase == OVER
    return {
        "game": GAME,
        "variant": table.variant.slug,
        "rules_version": RULES_VERSION,
        "seat": seat,
        "decision": DECISIONS[table.phase],
        "active": None if over else table.seat,
        "first": table.first_seat(),
        "turn": table.turn,
        "turn_cap": TURN_CAP,
        "drawn": table.drawn,
        "shown": "W" if table.phase in (WITCH_MET, PAYING) else None,
        "draw": table.draw_size(),
        "unseen": names(sorted(table.draw_pile())),
        "returned": names(table.returned()),
        "reshuffles": table.reshuffles,
        "seats": [_seat_view(table, other) for other in range(table.seats)],
        "capped": is_capped(table),
        "ranks": ranks(table) if over else None,
    }


def _seat_view(table: Table, seat: int) -> Json:
    colour = table.colour[seat]
    return {
        "colour": None if colour == NO_COLOUR else COLOUR_LETTERS[colour],
        "castle": names(table.castle(seat)),
        "reserve": names(table.reserve(seat)),
    }
