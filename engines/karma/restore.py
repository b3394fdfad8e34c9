"""A state from what ``save`` wrote, with every field checked."""

from engines.interface import PUBLIC, Json
from engines.karma.cards import NO_CARD, zone_of
from engines.karma.events import Log
from engines.karma.reading import card, cards, open_table, read_choice, verify
from engines.karma.state import KarmaState
from engines.karma.table import SLOTS
from engines.logs import read_entry
from engines.reading import Fields
from engines.variants import Variant


def restore(saved: Json, variant: Variant) -> KarmaState:
    """The state that ``save`` wrote. Raises ``SavedStateError``."""
    fields = Fields(saved, "saved state")
    state = open_table(fields, variant)
    state.pass_to(fields.integer("seat", 0, variant.seats - 1))
    state.draw = tuple(cards(fields, "draw"))
    for place, own in zip(state.seats, fields.objects("seats", variant.seats), strict=True):
        hand = cards(own, "hand")
        place.hand = zone_of(hand)
        place.size = len(hand)
        place.down = _slots(own)
        read_choice(state, place, own)
    verify(state)
    if not fields.is_null("events"):
        state.log = Log()
        state.log.entries = [
            read_entry(entry, at, PUBLIC, variant.seats - 1) for at, entry in enumerate(fields.items("events"))
        ]
    return state


def _slots(own: Fields) -> tuple[int, ...]:
    slots = own.items("down", SLOTS)
    if not all(slot is None or isinstance(slot, str) for slot in slots):
        raise own.wrong("down", "a list of three card names or nulls")
    return tuple([NO_CARD if slot is None else card(slot, "down") for slot in slots])
