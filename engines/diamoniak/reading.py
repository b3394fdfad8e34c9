"""What a saved state and a view share, read back from JSON with every field checked."""

from typing import Final

from engines.chance import Deal
from engines.diamoniak.cards import COLOUR_LETTERS, DECK_SIZE, NO_COLOUR, kind_of
from engines.diamoniak.setup import build_state, unnamed_cards
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import DECISIONS, TURN_CAP
from engines.diamoniak.view import RULES_VERSION
from engines.errors import SavedStateError
from engines.interface import Json
from engines.reading import Fields
from engines.variants import Variant

_MANY: Final = 1_000_000
"""No game reshuffles this often."""


def read_table(fields: Fields, variant: Variant, deal: Deal, draw: list[int], log: list[Json] | None) -> DiamoniakState:
    fields.integer("rules_version", RULES_VERSION, RULES_VERSION)
    turn = fields.integer("turn", 1, TURN_CAP)
    seats = fields.objects("seats", variant.seats)
    castles = [cards(seat, "castle") for seat in seats]
    reserves = [cards(seat, "reserve") for seat in seats]
    returned = cards(fields, "returned")
    unnamed_cards([card for zone in [*castles, *reserves, draw, returned] for card in zone])
    return build_state(
        variant=variant,
        deal=deal,
        castles=castles,
        reserves=reserves,
        colours=[_colour(seat) for seat in seats],
        draw=draw,
        returned=returned,
        seat=(fields.integer("first", 0, variant.seats - 1) + turn - 1) % variant.seats,
        turn=turn,
        phase=fields.one_of("decision", tuple(DECISIONS)),
        drawn=fields.integer("drawn", 0, DECK_SIZE),
        reshuffles=fields.integer("reshuffles", 0, _MANY),
        log=log,
    )


def compare(made: Json, stated: Json) -> None:
    """Fields that follow from others must say the same as those others."""
    for key in made:
        if key not in stated or made[key] != stated[key]:
            raise SavedStateError(f"The field {key!r} is missing or contradicts the other fields.")


def _colour(seat: Fields) -> int:
    return NO_COLOUR if seat.is_null("colour") else seat.one_of("colour", tuple(COLOUR_LETTERS))


def cards(fields: Fields, name: str) -> list[int]:
    return [kind_of(card_name) for card_name in fields.texts(name)]
