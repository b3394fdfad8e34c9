"""What a seat knows as numbers of fixed places, for learners: see ``engines.games.Game.observe``.

Seats are told from the observer on, clockwise: the same position looks the same from every chair. Not told: in which
order cards lie in stacks, but for the three on top of the Well and of the Ruins, and which Well a slot came from.
"""

from typing import Final

from engines.karmaka.bags import EMPTY, count, size
from engines.karmaka.cards import KINDS, NO_CARD
from engines.karmaka.layout import LEVELS, NO_SEAT
from engines.karmaka.slots import card, seen
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import NOTHING_PENDING

_ON_TOP: Final = 3
"""Destiny puts back at most three cards that somebody has looked at; Salvage and its like take from the last ones."""


def observe(state: KarmakaState, seat: int) -> list[int]:
    seats = state.layout.seats
    bit = state.layout.bits[seat]
    own = state.places[seat]
    row = [0] * (NOTHING_PENDING + 1)
    row[state.top.step] = 1
    add_kind(row, state.top.card)
    add_kind(row, state.centre)
    row += [min(state.top.number, 255), min(state.turn, 255), min(state.reshuffles, 255), state.well_size]
    row += [state.ring_supply(), min(state.extra_plays, 255), 1 if state.extra else 0]
    row += [1 if state.embodied else 0, 1 if state.mimicked else 0, 1 if state.over else 0]
    for who in (state.top.seat, state.seat, state.target, state.first):
        chair = [0] * seats
        if who != NO_SEAT:
            chair[(who - seat) % seats] = 1
        row += chair
    add_kinds(row, list(state.ruins))
    for back in range(1, _ON_TOP + 1):
        add_kind(row, state.ruins[-back] if len(state.ruins) >= back else NO_CARD)
    for back in range(1, _ON_TOP + 1):
        at = state.well_size - back
        add_kind(row, card(state.well[at]) if at >= 0 and seen(state.well[at]) & bit else NO_CARD)
    add_slots(row, state.aside, bit)
    row.append(len(state.shown))
    add_kinds(row, list(state.shown) if seat in (state.seat, state.target) else [])
    add_bag(row, own.hand)
    add_bag(row, own.fresh)
    add_bag(row, own.old)
    for step in range(seats):
        add_seat(row, state, (seat + step) % seats, seat)
    return row


def add_seat(row: list[int], state: KarmakaState, other: int, observer: int) -> None:
    place = state.places[other]
    bit = state.layout.bits[observer]
    level = [0] * len(LEVELS)
    level[place.level] = 1
    row += level
    row += [place.rings, size(place.hand)]
    add_bag(row, 0 if other == observer else place.surely[observer])
    add_bag(row, 0 if other == observer else place.perhaps[observer])
    add_slots(row, place.deck, bit)
    add_slots(row, place.future, bit)
    add_kinds(row, list(place.deeds))


def add_kind(row: list[int], kind: int) -> None:
    """One of the kinds, or none."""
    at = len(row)
    row += [0] * (KINDS + 1)
    row[at + (KINDS if kind == NO_CARD else kind)] = 1


def add_kinds(row: list[int], kinds: list[int]) -> None:
    at = len(row)
    row += [0] * KINDS
    for kind in kinds:
        row[at + kind] += 1


def add_bag(row: list[int], bag: int) -> None:
    if bag == EMPTY:  # most are: who was never looked at is surely nothing and perhaps nothing
        row += [0] * KINDS
        return
    for kind in range(KINDS):
        row.append(count(bag, kind))


def add_slots(row: list[int], slots: tuple[int, ...], bit: int) -> None:
    """How many, and of those that were looked at which."""
    row.append(min(len(slots), 255))
    add_kinds(row, [card(slot) for slot in slots if seen(slot) & bit])
