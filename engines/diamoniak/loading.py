"""States from JSON: ``restore`` for what ``save`` wrote, ``imagine`` for what a seat sees."""

from random import Random
from typing import Any

from engines.chance import Deal
from engines.diamoniak.building import build_state, unnamed_cards
from engines.diamoniak.cards import NO_COLOUR, colour_of, kind_of
from engines.diamoniak.saving import copied_events, saved_state
from engines.diamoniak.state import DiamoniakState, imagined_deal, imagined_pile
from engines.diamoniak.table import DECISIONS
from engines.diamoniak.view import GAME, RULES_VERSION, view_of
from engines.errors import EngineError, SavedStateError
from engines.interface import PUBLIC, Json
from engines.registry import variant as variant_of_slug
from engines.variants import Variant


def restore(saved: Json) -> DiamoniakState:
    """The state that ``save`` wrote. Raises ``SavedStateError``."""
    try:
        state = _read(saved, _read_deal(saved), _cards(saved, "draw"), _read_events(saved))
        _compare(saved_state(state), saved)
    except EngineError as error:
        raise SavedStateError(f"This is not a saved state of Diamoniak: {error}") from error
    return state


def imagine(view: Json, rng: Random) -> DiamoniakState:
    """A random state that agrees with a view: the draw pile in random order, new chance for reshuffles."""
    try:
        deal = imagined_deal(rng)
        state = _read(view, deal, imagined_pile(_cards(view, "draw"), rng), None)
        seat = _int(view, "seat")
        if not PUBLIC <= seat < state.seats:
            raise SavedStateError(f"There is no seat {seat}.")
        _compare(view_of(state, seat), view)
    except EngineError as error:
        raise SavedStateError(f"This is not a view of Diamoniak: {error}") from error
    return state


def _read(data: Json, deal: Deal, draw: list[int], log: list[Json] | None) -> DiamoniakState:
    variant = _read_variant(data)
    seats = _get(data, "seats", list)
    if len(seats) != variant.seats or not all(isinstance(each, dict) for each in seats):
        raise SavedStateError(f"The field 'seats' must be a list of {variant.seats} objects.")
    decision = _get(data, "decision", str)
    if decision not in DECISIONS:
        raise SavedStateError(f"There is no decision called {decision!r}.")
    castles = [_cards(each, "castle") for each in seats]
    reserves = [_cards(each, "reserve") for each in seats]
    returned = _cards(data, "returned")
    unnamed_cards([card for zone in [*castles, *reserves, draw, returned] for card in zone])
    return build_state(
        variant=variant,
        deal=deal,
        castles=castles,
        reserves=reserves,
        colours=[_read_colour(each) for each in seats],
        draw=draw,
        returned=returned,
        seat=_int(data, "turn_seat"),
        turn=_int(data, "turn_number"),
        phase=DECISIONS.index(decision),
        drawn=_int(data, "drawn"),
        reshuffles=_int(data, "reshuffles"),
        log=log,
    )


def _compare(made: Json, given: Json) -> None:
    """Fields that follow from others must say the same as those others."""
    for key in made:
        if key not in given or made[key] != given[key]:
            raise SavedStateError(f"The field {key!r} is missing or contradicts the others.")


def _read_variant(data: Json) -> Variant:
    version = _int(data, "rules_version")
    if version != RULES_VERSION:
        raise SavedStateError(f"It has rules version {version}; this engine plays version {RULES_VERSION}.")
    found = variant_of_slug(_get(data, "variant", str))
    if found.game != GAME:
        raise SavedStateError(f"{found.slug} is a variant of another game.")
    return found


def _read_deal(saved: Json) -> Deal:
    try:
        return Deal(bytes.fromhex(_get(saved, "seed", str)))
    except ValueError as error:
        raise SavedStateError("The field 'seed' must be at least 16 bytes in hexadecimal digits.") from error


def _read_events(saved: Json) -> list[Json] | None:
    events = saved.get("events")
    if events is None:
        return None
    if not isinstance(events, list) or not all(isinstance(each, dict) for each in events):
        raise SavedStateError("The field 'events' must be a list of objects, or null.")
    return copied_events(events)


def _read_colour(seat: Json) -> int:
    if seat.get("colour") is None:
        return NO_COLOUR
    return colour_of(_get(seat, "colour", str))


def _cards(data: Json, key: str) -> list[int]:
    cards = _get(data, key, list)
    if not all(isinstance(each, str) for each in cards):
        raise SavedStateError(f"The field {key!r} must be a list of card names.")
    return [kind_of(each) for each in cards]


def _int(data: Json, key: str) -> int:
    number: int = _get(data, key, int)
    return number


def _get(data: Json, key: str, wanted: type) -> Any:
    if not isinstance(data, dict):
        raise SavedStateError("It must be a JSON object.")
    value = data.get(key)
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise SavedStateError(f"The field {key!r} is missing or not of type {wanted.__name__}.")
    return value
