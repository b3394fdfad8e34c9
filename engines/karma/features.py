"""What counts in a position of Karma, and what nobody has seen in it."""

from random import Random
from typing import Final

from engines.karma.cards import COPIES, KINDS, NO_CARD, PLAY_TABLE_CARD, cards_in, size
from engines.karma.fits import fits
from engines.karma.state import KarmaState
from engines.karma.table import OVER, SLOTS
from engines.shuffling import shuffle

_HIGH: Final = 10
"""From the number 11 on a card is hard to follow."""
_LOW: Final = 5
"""From the number 6 on a card does not go on a Five or below."""


def redeal(state: KarmaState, rng: Random) -> KarmaState:
    """Draw pile and face-down cards are dealt anew. With foresight each seat has seen which cards lie face down at its
    own place, though not where: these stay at their seat and change slots."""
    copy = state.clone()
    pool = list(copy.draw[copy.drawn :])
    foresight = copy.variant.option("foresight") == 1
    if not foresight:
        for place in copy.seats:
            pool += place.down_cards()
    shuffle(pool, rng)
    for place in copy.seats:
        faces = place.down_cards()
        if foresight:
            shuffle(faces, rng)
        else:
            faces = [pool.pop() for _card in faces]
        place.down = tuple([NO_CARD if card == NO_CARD else faces.pop() for card in place.down])
    copy.draw = tuple(pool)
    copy.drawn = 0
    return copy


def chance_used(state: KarmaState) -> tuple[int, ...]:
    """Cards come from the draw pile, or are flipped."""
    return state.draw_size(), sum([len(place.down_cards()) for place in state.seats])


def of_seat(state: KarmaState, seat: int) -> list[float]:
    """Its cards by kind, how much work they are, and when its turn comes."""
    place = state.seats[seat]
    hand = [0.0] * KINDS
    fitting = 0
    for kind in cards_in(place.hand):
        hand[kind] += 1 / COPIES
        if fits(kind, state.top):
            fitting += 1
    up = [0.0] * KINDS
    for kind in cards_in(place.up):
        up[kind] += 1 / COPIES
    down = place.down_cards()
    until = (seat - state.active) % len(state.seats)
    row = [
        place.size / 10,
        size(place.up) / SLOTS,
        len(down) / SLOTS,
        place.card_count() / 15,
        1.0 if place.has_no_cards() else 0.0,
        1.0 if until == 0 and state.current != OVER else 0.0,
        until / len(state.seats),
        fitting / 5,
        1.0 if fitting else 0.0,
        size(place.known) / 10,
    ]
    if state.variant.option("foresight") == 1:
        row += _bands(down)
    return row + hand + up


def of_table(state: KarmaState) -> list[float]:
    """The pile, its top, what is left to draw, and what is asked."""
    top = [0.0] * (KINDS + 1)
    top[state.pile[-1] if state.pile else KINDS] = 1.0
    decision = [0.0] * 4
    if state.current != OVER:
        decision[state.current] = 1.0
    pile = state.pile
    return [
        state.draw_size() / 30,
        1.0 if state.draw_size() == 0 else 0.0,
        len(pile) / 15,
        size(state.box) / 30,
        state.turn / 100,
        1.0 if len(pile) > 1 and pile[-1] == pile[-2] else 0.0,
        *_bands(pile),
        *decision,
        *top,
    ]


def _bands(cards: list[int]) -> list[float]:
    """Low, middling and high numbers, and Karma cards."""
    bands = [0.0, 0.0, 0.0, 0.0]
    for kind in cards:
        if kind >= PLAY_TABLE_CARD:
            bands[3] += 0.25
        elif kind >= _HIGH:
            bands[2] += 0.25
        elif kind >= _LOW:
            bands[1] += 0.25
        else:
            bands[0] += 0.25
    return bands
