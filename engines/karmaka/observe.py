"""What a seat knows as numbers of fixed places, for learners: see ``engines.games.Game.observe``.

Seats are told from the observer on, clockwise: the same position looks the same from every chair. Not told: in which
order cards lie in stacks, but for the three on top of the Well and of the Ruins, and which Well a slot came from.
"""

from typing import Final

from engines.karmaka.bags import EMPTY, ONE, count, size
from engines.karmaka.cards import KINDS, NO_CARD
from engines.karmaka.layout import LEVELS, NO_SEAT
from engines.karmaka.slots import card, seen
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import NOTHING_PENDING

_ON_TOP: Final = 3
"""Destiny puts back at most three cards that somebody has looked at; Salvage and its like take from the last ones."""


# A row has some hundred numbers, so most of it is put together from pieces that are there already.


def _only(at: int, length: int) -> list[int]:
    return [1 if place == at else 0 for place in range(length)]


_STEPS: Final = [_only(step, NOTHING_PENDING + 1) for step in range(NOTHING_PENDING + 1)]
_KINDS: Final = [_only(kind, KINDS + 1) for kind in range(KINDS + 1)]
"""One of the kinds, or none as the last one."""
_LEVELS: Final = [_only(level, len(LEVELS)) for level in range(len(LEVELS))]
_CHAIRS: Final = [[_only(chair, seats) for chair in range(seats)] for seats in range(5)]
"""By number of seats."""
_NO_CHAIR: Final = [[0] * seats for seats in range(5)]
_NO_CARDS: Final = [0] * KINDS
_FOUR_KINDS: Final = 0xFF
"""The bits of four kinds of a bag, from the lowest on; what is above five times four is the last kinds."""
_COUNTS: Final = [[bits & 3, bits >> 2 & 3, bits >> 4 & 3, bits >> 6 & 3] for bits in range(_FOUR_KINDS + 1)]
_LAST_AT: Final = 40
_LAST_COUNTS: Final = [[count(bits << _LAST_AT, kind) for kind in range(20, KINDS)] for bits in range(128)]


def observe(state: KarmakaState, seat: int) -> list[int]:
    seats = state.layout.seats
    bit = state.layout.bits[seat]
    own = state.places[seat]
    row = _STEPS[state.top.step][:]
    add_kind(row, state.top.card)
    add_kind(row, state.centre)
    row += [min(state.top.number, 255), min(state.turn, 255), min(state.reshuffles, 255), state.well_size]
    row += [state.ring_supply(), min(state.extra_plays, 255), 1 if state.extra else 0]
    row += [1 if state.embodied else 0, 1 if state.mimicked else 0, 1 if state.over else 0]
    for who in (state.top.seat, state.seat, state.target, state.first):
        row += _NO_CHAIR[seats] if who == NO_SEAT else _CHAIRS[seats][(who - seat) % seats]
    add_kinds(row, state.ruins)
    for back in range(1, _ON_TOP + 1):
        add_kind(row, state.ruins[-back] if len(state.ruins) >= back else NO_CARD)
    for back in range(1, _ON_TOP + 1):
        at = state.well_size - back
        add_kind(row, card(state.well[at]) if at >= 0 and seen(state.well[at]) & bit else NO_CARD)
    add_slots(row, state.aside, bit)
    row.append(len(state.shown))
    add_kinds(row, state.shown if seat in (state.seat, state.target) else ())
    add_bag(row, own.hand)
    add_bag(row, own.fresh)
    add_bag(row, own.old)
    for step in range(seats):
        add_seat(row, state, (seat + step) % seats, seat)
    return row


def add_seat(row: list[int], state: KarmakaState, other: int, observer: int) -> None:
    place = state.places[other]
    bit = state.layout.bits[observer]
    row += _LEVELS[place.level]
    row += [place.rings, size(place.hand)]
    add_bag(row, 0 if other == observer else place.surely[observer])
    add_bag(row, 0 if other == observer else place.perhaps[observer])
    add_slots(row, place.deck, bit)
    add_slots(row, place.future, bit)
    add_kinds(row, place.deeds)


def add_kind(row: list[int], kind: int) -> None:
    row += _KINDS[KINDS if kind == NO_CARD else kind]


def add_kinds(row: list[int], kinds: tuple[int, ...]) -> None:
    bag = EMPTY
    for kind in kinds:
        bag += ONE[kind]
    add_bag(row, bag)


def add_bag(row: list[int], bag: int) -> None:
    if bag == EMPTY:  # most are: who was never looked at is surely nothing and perhaps nothing
        row += _NO_CARDS
        return
    row += _COUNTS[bag & _FOUR_KINDS]
    row += _COUNTS[bag >> 8 & _FOUR_KINDS]
    row += _COUNTS[bag >> 16 & _FOUR_KINDS]
    row += _COUNTS[bag >> 24 & _FOUR_KINDS]
    row += _COUNTS[bag >> 32 & _FOUR_KINDS]
    row += _LAST_COUNTS[bag >> _LAST_AT]


def add_slots(row: list[int], slots: tuple[int, ...], bit: int) -> None:
    """How many, and of those that were looked at which."""
    row.append(min(len(slots), 255))
    bag = EMPTY
    for slot in slots:
        if seen(slot) & bit:
            bag += ONE[card(slot)]
    add_bag(row, bag)
