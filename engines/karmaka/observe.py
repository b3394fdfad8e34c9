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


# A row has some hundred numbers, so it is put together from pieces that are there already.


def _only(at: int, length: int) -> bytes:
    return bytes([1 if place == at else 0 for place in range(length)])


_NUMBERS: Final = [bytes([number]) for number in range(256)]
_STEPS: Final = [_only(step, NOTHING_PENDING + 1) for step in range(NOTHING_PENDING + 1)]
_KINDS: Final = [_only(kind, KINDS + 1) for kind in range(KINDS + 1)]
"""One of the kinds, or none as the last one."""
_LEVELS: Final = [_only(level, len(LEVELS)) for level in range(len(LEVELS))]
_CHAIRS: Final = [[_only(chair, seats) for chair in range(seats)] for seats in range(5)]
"""By number of seats."""
_NO_CHAIR: Final = [bytes(seats) for seats in range(5)]
_NO_CARDS: Final = bytes(KINDS)
_FOUR_KINDS: Final = 0xFF
"""The bits of four kinds of a bag, from the lowest on; what is above five times four is the last kinds."""
_COUNTS: Final = [bytes([bits & 3, bits >> 2 & 3, bits >> 4 & 3, bits >> 6 & 3]) for bits in range(_FOUR_KINDS + 1)]
_LAST_AT: Final = 40
_LAST_COUNTS: Final = [bytes([count(bits << _LAST_AT, kind) for kind in range(20, KINDS)]) for bits in range(128)]


def observe(state: KarmakaState, seat: int) -> bytes:
    seats = state.layout.seats
    bit = state.layout.bits[seat]
    own = state.places[seat]
    row = [_STEPS[state.top.step]]
    add_kind(row, state.top.card)
    add_kind(row, state.centre)
    add_number(row, state.top.number)
    add_number(row, state.turn)
    add_number(row, state.reshuffles)
    add_number(row, state.well_size)
    add_number(row, state.ring_supply())
    add_number(row, state.extra_plays)
    add_number(row, 1 if state.extra else 0)
    add_number(row, 1 if state.embodied else 0)
    add_number(row, 1 if state.mimicked else 0)
    add_number(row, 1 if state.over else 0)
    for who in (state.top.seat, state.seat, state.target, state.first):
        row.append(_NO_CHAIR[seats] if who == NO_SEAT else _CHAIRS[seats][(who - seat) % seats])
    add_kinds(row, state.ruins)
    for back in range(1, _ON_TOP + 1):
        add_kind(row, state.ruins[-back] if len(state.ruins) >= back else NO_CARD)
    for back in range(1, _ON_TOP + 1):
        at = state.well_size - back
        add_kind(row, card(state.well[at]) if at >= 0 and seen(state.well[at]) & bit else NO_CARD)
    add_slots(row, state.aside, bit)
    add_number(row, len(state.shown))
    add_kinds(row, state.shown if seat in (state.seat, state.target) else ())
    add_bag(row, own.hand)
    add_bag(row, own.fresh)
    add_bag(row, own.old)
    for step in range(seats):
        add_seat(row, state, (seat + step) % seats, seat)
    return b"".join(row)


def add_seat(row: list[bytes], state: KarmakaState, other: int, observer: int) -> None:
    place = state.places[other]
    bit = state.layout.bits[observer]
    row.append(_LEVELS[place.level])
    add_number(row, place.rings)
    add_number(row, size(place.hand))
    add_bag(row, 0 if other == observer else place.surely[observer])
    add_bag(row, 0 if other == observer else place.perhaps[observer])
    add_slots(row, place.deck, bit)
    add_slots(row, place.future, bit)
    add_kinds(row, place.deeds)


def add_number(row: list[bytes], number: int) -> None:
    row.append(_NUMBERS[number if number < 255 else 255])


def add_kind(row: list[bytes], kind: int) -> None:
    row.append(_KINDS[KINDS if kind == NO_CARD else kind])


def add_kinds(row: list[bytes], kinds: tuple[int, ...]) -> None:
    bag = EMPTY
    for kind in kinds:
        bag += ONE[kind]
    add_bag(row, bag)


def add_bag(row: list[bytes], bag: int) -> None:
    if bag == EMPTY:  # most are: who was never looked at is surely nothing and perhaps nothing
        row.append(_NO_CARDS)
        return
    row.append(_COUNTS[bag & _FOUR_KINDS])
    row.append(_COUNTS[bag >> 8 & _FOUR_KINDS])
    row.append(_COUNTS[bag >> 16 & _FOUR_KINDS])
    row.append(_COUNTS[bag >> 24 & _FOUR_KINDS])
    row.append(_COUNTS[bag >> 32 & _FOUR_KINDS])
    row.append(_LAST_COUNTS[bag >> _LAST_AT])


def add_slots(row: list[bytes], slots: tuple[int, ...], bit: int) -> None:
    """How many, and of those that were looked at which."""
    add_number(row, len(slots))
    bag = EMPTY
    for slot in slots:
        if seen(slot) & bit:
            bag += ONE[card(slot)]
    add_bag(row, bag)
