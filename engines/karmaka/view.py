"""What a seat may know, as JSON. Every field is described in ``README.md``, section "The view"."""

from typing import Final

from engines.interface import NOBODY, PUBLIC, Json
from engines.karmaka.bags import kinds_in, size
from engines.karmaka.cards import NAMES, NO_CARD, names_of
from engines.karmaka.ending import is_capped, ranks
from engines.karmaka.layout import LEVELS, NO_SEAT
from engines.karmaka.slots import SOURCES, SPECTATOR, card, is_ordinary, seen, source
from engines.karmaka.table import FRAME_NAMES, Frame, Table

GAME: Final = "karmaka"


def view(table: Table, seat: int) -> Json:
    """The view of a seat, or of a spectator for ``PUBLIC``."""
    seats = table.layout.seats
    observer = seats if seat == PUBLIC else seat
    bit = table.layout.bits[observer]
    return {
        "game": GAME,
        "variant": table.variant.slug,
        "rules_version": table.rules,
        "seat": seat,
        "actor": NOBODY if table.over else table.top.seat,
        "decision": "" if table.over else FRAME_NAMES[table.top.step],
        "first": table.first,
        "active": table.seat,
        "turn": table.turn,
        "turn_cap": table.turn_cap(),
        "well": _well(table, bit),
        "reshuffles": table.reshuffles,
        "ruins": names_of(table.ruins),
        "centre": None if table.centre == NO_CARD else NAMES[table.centre],
        "aside": [_slot(table, slot, bit) for slot in table.aside],
        "shown": _shown(table, seat),
        "ring_supply": table.ring_supply(),
        "seats": [_seat(table, other, observer) for other in range(seats)],
        "own": None if seat == PUBLIC else _own(table, seat),
        "pending": [frame_json(frame) for frame in table.frames()],
        "chain": chain(table),
        "bounds": _bounds(table, observer),
        "bounds_for_all": _bounds(table, seats),
        "winner": None if table.winner == NO_SEAT else table.winner,
        "capped": is_capped(table),
        "ranks": ranks(table) if table.over else None,
    }


def _well(table: Table, bit: int) -> Json:
    """Nearly all of the Well is unseen, so only the slots that are not are listed."""
    special = [
        {"at": at, **_slot(table, value, bit)} for at, value in enumerate(table.well_slots()) if not is_ordinary(value)
    ]
    return {"size": table.well_size, "slots": special}


def _slot(table: Table, value: int, bit: int) -> Json:
    bits = table.layout.bits
    return {
        "card": NAMES[card(value)] if seen(value) & bit else None,
        "seen_by": [seat for seat in range(table.layout.seats) if seen(value) & bits[seat]],
        "open": seen(value) & SPECTATOR != 0,
        "source": SOURCES[source(value)],
    }


def _shown(table: Table, seat: int) -> Json | None:
    if not table.shown:
        return None
    involved = seat in (table.seat, table.target)
    return {"count": len(table.shown), "cards": names_of(table.shown) if involved else None}


def _seat(table: Table, seat: int, observer: int) -> Json:
    bit = table.layout.bits[observer]
    place = table.places[seat]
    spectator = table.layout.seats
    return {
        "level": place.level,
        "level_name": LEVELS[place.level],
        "rings": place.rings,
        "hand": size(place.hand),
        "surely": [] if observer == seat else _cards(place.surely[observer]),
        "perhaps": [] if observer == seat else _cards(place.perhaps[observer]),
        "surely_for_all": _cards(place.surely[spectator]),
        "perhaps_for_all": _cards(place.perhaps[spectator]),
        "deck": [_slot(table, slot, bit) for slot in place.deck],
        "future": [_slot(table, slot, bit) for slot in place.future],
        "deeds": names_of(place.deeds),
    }


def _cards(bag: int) -> list[str]:
    return names_of(kinds_in(bag))


def _own(table: Table, seat: int) -> Json:
    """The own hand, and what each other seat knows of it."""
    place = table.places[seat]
    return {
        "hand": _cards(place.hand),
        "known_to": [
            {
                "seat": other,
                "surely": _cards(place.surely[other]),
                "perhaps": _cards(place.perhaps[other]),
            }
            for other in range(table.layout.seats)
            if other != seat
        ],
    }


def frame_json(frame: Frame) -> Json:
    return {
        "step": FRAME_NAMES[frame.step],
        "seat": frame.seat,
        "card": None if frame.card == NO_CARD else NAMES[frame.card],
        "number": frame.number,
    }


def chain(table: Table) -> Json:
    """How far the ability in the centre is."""
    return {
        "target": None if table.target == NO_SEAT else table.target,
        "extra_play": table.extra,
        "extra_plays": table.extra_plays,
        "embody_used": table.embodied,
        "mimic_used": table.mimicked,
    }


def _bounds(table: Table, observer: int) -> Json:
    place = table.places[observer]
    return {"well": _cards(place.fresh), "old": _cards(place.old)}
