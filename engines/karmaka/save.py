"""A state as JSON, secrets included. ``restore`` reads it."""

from engines.interface import Json
from engines.karmaka.bags import kinds_in
from engines.karmaka.cards import NAMES, NO_CARD, names_of
from engines.karmaka.layout import NO_SEAT
from engines.karmaka.slots import SOURCES, card, seen, source
from engines.karmaka.table import Table
from engines.karmaka.view import GAME, chain, frame_json


def write(table: Table) -> Json:
    return {
        "game": GAME,
        "variant": table.variant.slug,
        "rules_version": table.rules,
        "seed": table.deal.seed.hex(),
        "first": table.first,
        "active": table.seat,
        "turn": table.turn,
        "reshuffles": table.reshuffles,
        "picks": table.picks[:],
        "well": _slots(table.well),
        "ruins": names_of(table.ruins),
        "centre": None if table.centre == NO_CARD else NAMES[table.centre],
        "aside": _slots(table.aside),
        "shown": names_of(table.shown),
        "hands": [names_of(hand) for hand in table.hands],
        "decks": [_slots(deck) for deck in table.decks],
        "futures": [_slots(future) for future in table.futures],
        "deeds": [names_of(deeds) for deeds in table.deeds],
        "levels": table.levels[:],
        "rings": table.rings[:],
        "pending": [frame_json(frame) for frame in table.frames],
        "chain": chain(table),
        "winner": None if table.winner == NO_SEAT else table.winner,
        "over": table.over,
        "surely": [names_of(kinds_in(bag)) for bag in table.surely],
        "perhaps": [names_of(kinds_in(bag)) for bag in table.perhaps],
        "fresh": [names_of(kinds_in(bag)) for bag in table.fresh],
        "old": [names_of(kinds_in(bag)) for bag in table.old],
        "events": None if table.log is None else table.log.save(),
    }


def _slots(stack: list[int]) -> list[Json]:
    return [{"card": NAMES[card(each)], "seen": seen(each), "source": SOURCES[source(each)]} for each in stack]
