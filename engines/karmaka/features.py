"""What counts in a position of Karmaka, and what nobody has seen in it."""

from random import Random
from typing import Final

from engines.chance import Deal
from engines.karmaka.bags import count, kinds_in, size
from engines.karmaka.cards import BLUE, COLOUR, GREEN, KINDS, MOSAIC, POINTS, RED, score_of
from engines.karmaka.layout import NEEDED
from engines.karmaka.slots import FRESH, OLD, card, seen, source, with_card
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import FIRST_STEP
from engines.shuffling import shuffle

_SEATS: Final = 15
"""The bits of the seats in ``slots.seen``."""


def redeal(state: KarmakaState, rng: Random) -> KarmakaState:
    """Slots that no seat has looked at change cards among themselves, those of the present Well and those of the Well
    before it apart: of which cards each was made lay open. Once there were two earlier Wells their slots cannot be
    told apart any more and stay as they are. Random picks and reshuffles to come are drawn anew."""
    copy = state.clone()
    copy.deal = Deal(rng.getrandbits(256).to_bytes(32, "big"))
    for place in copy.seated():
        place.picks = 0
    stacks = [list(stack) for stack in copy.stacks()]
    _exchange(stacks, FRESH, rng)
    if copy.reshuffles == 1:
        _exchange(stacks, OLD, rng)
    copy.lay_stacks(stacks)
    return copy


def _exchange(stacks: list[list[int]], origin: int, rng: Random) -> None:
    """Shuffle the cards of all unseen slots of a source."""
    kinds = [card(slot) for stack in stacks for slot in stack if source(slot) == origin and not seen(slot) & _SEATS]
    shuffle(kinds, rng)
    for stack in stacks:
        for at, slot in enumerate(stack):
            if source(slot) == origin and not seen(slot) & _SEATS:
                stack[at] = with_card(slot, kinds.pop())


def chance_used(state: KarmakaState) -> tuple[int, ...]:
    """Slots that no seat has looked at, random picks, reshuffles."""
    unseen = state.well_size
    for slot in state.well_slots()[-3:]:  # Destiny puts back at most three that were looked at
        if seen(slot) & _SEATS:
            unseen -= 1
    for place in state.seated():
        for slot in place.deck:
            if not seen(slot) & _SEATS:
                unseen += 1
    return unseen, state.reshuffles, sum([place.picks for place in state.seated()])


def of_seat(state: KarmakaState, seat: int) -> list[float]:
    """How far it is on the ladder and in this life, and what this hand and the next life promise."""
    place = state.places[seat]
    level = min(place.level, 3)
    need = NEEDED[level]
    hand = kinds_in(place.hand)
    deeds = _colours(list(place.deeds))
    both = _colours(list(place.deeds) + hand)
    dreams = _colours([card(slot) for slot in place.future])
    score = score_of(place.deeds)
    ladder = [0.0, 0.0, 0.0, 0.0]
    ladder[level] = 1.0
    until = (seat - state.seat) % state.layout.seats
    deck = len(place.deck)
    row = [
        (place.level + min(1.0, score / need)) / 4,
        place.rings / 4,
        score / need,
        max(0, need - score) / 7,
        max(0, need - score - place.rings) / 7,
        1.0 if score + place.rings >= need else 0.0,
        min(1.0, max(both) / need),
        min(1.0, (max(both) + place.rings + 0.7 * deck) / need),
        len(hand) / 6,
        deck / 6,
        (len(hand) + deck) / 10,
        len(place.future) / 6,
        max(dreams) / 7,
        sum([POINTS[card(slot)] for slot in place.future]) / 12,
        1.0 if until == 0 else 0.0,
        until / state.layout.seats,
    ]
    row += ladder
    row += [points / 7 for points in deeds]
    row += [points / 7 for points in both]
    row += [points / 7 for points in dreams]
    return row + [count(place.hand, kind) / 2 for kind in range(KINDS)]


def _colours(kinds: list[int]) -> list[int]:
    """Points in blue, green and red; mosaic cards count for each."""
    sums = [0, 0, 0, 0]
    for kind in kinds:
        sums[COLOUR[kind]] += POINTS[kind]
    return [sums[BLUE] + sums[MOSAIC], sums[GREEN] + sums[MOSAIC], sums[RED] + sums[MOSAIC]]


def of_table(state: KarmakaState) -> list[float]:
    """The stacks in the middle, and what is asked."""
    decision = [0.0] * FIRST_STEP
    if not state.over and state.top.step < FIRST_STEP:
        decision[state.top.step] = 1.0
    exposed = [0.0, 0.0, 0.0, 0.0]
    for kind in state.ruins[-3:]:
        exposed[COLOUR[kind]] += POINTS[kind] / 3
    return [
        state.well_size / 40,
        len(state.ruins) / 40,
        state.reshuffles / 3,
        state.turn / 100,
        sum([size(place.hand) for place in state.seated()]) / 20,
        state.extra_plays / 3,
        1.0 if state.centre >= 0 else 0.0,
        *exposed,
        *decision,
    ]
