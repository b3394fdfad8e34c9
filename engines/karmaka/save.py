"""A state as JSON, secrets included. ``restore`` reads it."""

from engines.interface import Json
from engines.karmaka.bags import kinds_in
from engines.karmaka.cards import NAMES, NO_CARD, names_of
from engines.karmaka.layout import NO_SEAT
from engines.karmaka.slots import SOURCES, card, seen, source
from engines.karmaka.table import Table
from engines.karmaka.view import GAME, chain, frame_json


def write(table: Table) -> Json:
    seated = table.seated()
    observers = range(len(table.places))
    return {
        "game": GAME,
        "variant": table.variant.slug,
        "rules_version": table.rules,
        "seed": table.deal.seed.hex(),
        "first": table.first,
        "active": table.seat,
        "turn": table.turn,
        "reshuffles": table.reshuffles,
        "picks": [place.picks for place in seated],
        "well": _slots(table.well_slots()),
        "ruins": names_of(table.ruins),
        "centre": None if table.centre == NO_CARD else NAMES[table.centre],
        "aside": _slots(table.aside),
        "shown": names_of(table.shown),
        "hands": [_cards(place.hand) for place in seated],
        "decks": [_slots(place.deck) for place in seated],
        "futures": [_slots(place.future) for place in seated],
        "deeds": [names_of(place.deeds) for place in seated],
        "levels": [place.level for place in seated],
        "rings": [place.rings for place in seated],
        "pending": [frame_json(frame) for frame in table.frames()],
        "chain": chain(table),
        "winner": None if table.winner == NO_SEAT else table.winner,
        "over": table.over,
        "surely": [_cards(place.surely[observer]) for observer in observers for place in seated],
        "perhaps": [_cards(place.perhaps[observer]) for observer in observers for place in seated],
        "fresh": [_cards(place.fresh) for place in table.places],
        "old": [_cards(place.old) for place in table.places],
        "events": None if table.log is None else table.log.save(),
    }


def _cards(bag: int) -> list[str]:
    return names_of(kinds_in(bag))


def _slots(stack: tuple[int, ...]) -> list[Json]:
    return [{"card": NAMES[card(slot)], "seen": seen(slot), "source": SOURCES[source(slot)]} for slot in stack]
