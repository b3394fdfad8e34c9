"""States from JSON: ``restore`` for what ``save`` wrote, ``imagine`` for what a seat sees."""

from random import Random
from typing import Any, Final

from engines.chance import Deal
from engines.diamoniak.cards import COLOUR_LETTERS, DECK_SIZE, NO_COLOUR, kind_of
from engines.diamoniak.save import saved_state
from engines.diamoniak.setup import build_state, unnamed_cards
from engines.diamoniak.state import DiamoniakState, imagined_deal, imagined_pile
from engines.diamoniak.table import DECISIONS, TURN_CAP
from engines.diamoniak.view import GAME, RULES_VERSION, view_of
from engines.errors import EngineError, SavedStateError
from engines.interface import PUBLIC, Json
from engines.logs import read_public
from engines.reading import Fields
from engines.registry import variant_in
from engines.variants import Variant

_MANY: Final = 1_000_000
"""No game reshuffles this often."""


def restore(saved: Any) -> DiamoniakState:
    """The state that ``save`` wrote. Raises ``SavedStateError``, also for what is no JSON object at all."""
    try:
        variant = variant_in(saved, "saved state", GAME)
        fields = Fields(saved, "saved state")
        state = _read(fields, variant, _deal(fields), _cards(fields, "draw"), _events(fields))
        _compare(saved_state(state), saved)
    except SavedStateError:
        raise
    except EngineError as error:
        raise SavedStateError(f"The rules of Diamoniak cannot produce this state. {error}") from error
    return state


def imagine(view: Any, rng: Random) -> DiamoniakState:
    """A random state that agrees with a view: the draw pile in random order, new chance for reshuffles."""
    try:
        variant = variant_in(view, "view", GAME)
        fields = Fields(view, "view")
        deal = imagined_deal(rng)
        state = _read(fields, variant, deal, imagined_pile(_cards(fields, "unseen"), rng), None)
        _compare(view_of(state, fields.integer("seat", PUBLIC, state.seats - 1)), view)
    except SavedStateError:
        raise
    except EngineError as error:
        raise SavedStateError(f"The rules of Diamoniak cannot produce this state. {error}") from error
    return state


def _read(fields: Fields, variant: Variant, deal: Deal, draw: list[int], log: list[Json] | None) -> DiamoniakState:
    fields.integer("rules_version", RULES_VERSION, RULES_VERSION)
    turn = fields.integer("turn", 1, TURN_CAP)
    seats = fields.objects("seats", variant.seats)
    castles = [_cards(seat, "castle") for seat in seats]
    reserves = [_cards(seat, "reserve") for seat in seats]
    returned = _cards(fields, "returned")
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


def _compare(made: Json, given: Json) -> None:
    """Fields that follow from others must say the same as those others."""
    for key in made:
        if key not in given or made[key] != given[key]:
            raise SavedStateError(f"The field {key!r} is missing or contradicts the other fields.")


def _deal(fields: Fields) -> Deal:
    try:
        return Deal(bytes.fromhex(fields.text("seed")))
    except ValueError as error:
        raise fields.wrong("seed", "at least 16 bytes in hexadecimal digits") from error


def _events(fields: Fields) -> list[Json] | None:
    if fields.is_null("events"):
        return None
    return [read_public(event, at) for at, event in enumerate(fields.items("events"))]


def _colour(seat: Fields) -> int:
    return NO_COLOUR if seat.is_null("colour") else seat.one_of("colour", tuple(COLOUR_LETTERS))


def _cards(fields: Fields, name: str) -> list[int]:
    return [kind_of(each) for each in fields.texts(name)]
