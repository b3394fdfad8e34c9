"""A state from what ``save`` wrote, with every field checked."""

from typing import Any

from engines.chance import Deal
from engines.diamoniak.reading import cards, compare, read_table
from engines.diamoniak.save import saved_state
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.view import GAME
from engines.errors import EngineError, SavedStateError
from engines.interface import Json
from engines.logs import read_public
from engines.reading import Fields
from engines.registry import variant_in


def restore(saved: Any) -> DiamoniakState:
    """The state that ``save`` wrote. Raises ``SavedStateError``, also for what is no JSON object at all."""
    try:
        variant = variant_in(saved, "saved state", GAME)
        fields = Fields(saved, "saved state")
        state = read_table(fields, variant, _deal(fields), cards(fields, "draw"), _events(fields))
        compare(saved_state(state), saved)
    except SavedStateError:
        raise
    except EngineError as error:
        raise SavedStateError(f"The rules of Diamoniak cannot produce this state. {error}") from error
    return state


def _deal(fields: Fields) -> Deal:
    try:
        return Deal(bytes.fromhex(fields.text("seed")))
    except ValueError as error:
        raise fields.wrong("seed", "at least 16 bytes in hexadecimal digits") from error


def _events(fields: Fields) -> list[Json] | None:
    if fields.is_null("events"):
        return None
    return [read_public(event, at) for at, event in enumerate(fields.items("events"))]
