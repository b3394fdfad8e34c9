"""A state from a view: what nobody knows is drawn at random."""

from random import Random
from typing import Any

from engines.diamoniak.reading import cards, compare, read_table
from engines.diamoniak.resample import imagined_deal, imagined_pile
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.view import GAME, view_of
from engines.errors import EngineError, SavedStateError
from engines.interface import PUBLIC
from engines.reading import Fields
from engines.registry import variant_in


def imagine(view: Any, rng: Random) -> DiamoniakState:
    """A random state that agrees with a view: the draw pile in random order, new chance for reshuffles."""
    try:
        variant = variant_in(view, "view", GAME)
        fields = Fields(view, "view")
        deal = imagined_deal(rng)
        state = read_table(fields, variant, deal, imagined_pile(cards(fields, "unseen"), rng), None)
        compare(view_of(state, fields.integer("seat", PUBLIC, state.seats - 1)), view)
    except SavedStateError:
        raise
    except EngineError as error:
        raise SavedStateError(f"The rules of Diamoniak cannot produce this state. {error}") from error
    return state
