"""What everybody at a Karmaka table works out in the head: colours, missing points, who is ahead."""

from collections.abc import Iterable

from engines.karmaka.actions import (
    ARRANGE,
    CELEBRATE,
    COPY_SEAT,
    FUTURE_CARD,
    HAND_CARD,
    ORDERS,
    OWN_DEED,
    RUIN_SET,
    RUINS_CARD,
    SEQUENCES,
    SETS,
    SHOWN_CARD,
    SOW,
)
from engines.karmaka.bags import kinds_in
from engines.karmaka.cards import BLUE, COLOUR, GREEN, MOSAIC, POINTS, RED, score_of
from engines.karmaka.layout import NEEDED
from engines.karmaka.slots import card
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import Frame

Cards = tuple[int, ...]


def colour_sums(kinds: Iterable[int]) -> tuple[int, int, int]:
    """Points in blue, green and red; mosaic cards count for each."""
    sums = [0, 0, 0, 0]
    for kind in kinds:
        sums[COLOUR[kind]] += POINTS[kind]
    mosaic = sums[MOSAIC]
    return sums[BLUE] + mosaic, sums[GREEN] + mosaic, sums[RED] + mosaic


def total_points(kinds: Iterable[int]) -> int:
    return sum(POINTS[kind] for kind in kinds)


def hand_of(state: KarmakaState, seat: int) -> list[int]:
    return kinds_in(state.places[seat].hand)


def points_missing(state: KarmakaState, seat: int, more: Cards = ()) -> int:
    """To the end of the level, counting Deeds (and ``more`` of them) but no rings. Zero or less: done."""
    return NEEDED[state.places[seat].level] - score_of((*state.places[seat].deeds, *more))


def best_colour(state: KarmakaState, seat: int) -> int:
    """The colour in which Deeds and hand together promise most."""
    sums = colour_sums([*state.places[seat].deeds, *hand_of(state, seat)])
    return sums.index(max(sums))


def deed_gain(state: KarmakaState, seat: int, kind: int) -> int:
    """Points of a card in the colour that this life is about."""
    return POINTS[kind] if COLOUR[kind] in (best_colour(state, seat), MOSAIC) else 0


def standing(state: KarmakaState, seat: int) -> tuple[int, int, int]:
    place = state.places[seat]
    return place.level, place.rings, score_of(place.deeds)


def rivals_by_progress(state: KarmakaState, seat: int) -> list[int]:
    """Rivals, the one who is furthest first. Teammates are none."""
    return sorted(state.layout.rivals[seat], key=lambda rival: standing(state, rival), reverse=True)


def card_choice(state: KarmakaState, frame: Frame, action: int) -> Cards:
    """The cards that an action of a card's own decision is about; no cards for choices such as pass or stop."""
    seat = frame.seat
    if RUIN_SET <= action < RUIN_SET + len(SETS):
        return SETS[action - RUIN_SET]
    if CELEBRATE <= action < RUIN_SET:
        return SEQUENCES[action - CELEBRATE]
    if SOW <= action < CELEBRATE:
        return SEQUENCES[action - SOW]
    if ARRANGE <= action < SOW:
        order, to_future = ORDERS[(action - ARRANGE) // 3], (action - ARRANGE) % 3
        return tuple(card(state.aside[at]) for at in order[:to_future])
    if SHOWN_CARD <= action < ARRANGE:
        return (action - SHOWN_CARD,)
    if RUINS_CARD <= action < SHOWN_CARD:
        return (state.ruins[-1 - (action - RUINS_CARD)],)
    if FUTURE_CARD <= action < RUINS_CARD:
        return (card(state.places[seat].future[action - FUTURE_CARD]),)
    if OWN_DEED <= action < FUTURE_CARD:
        return (state.places[seat].deeds[action - OWN_DEED],)
    if HAND_CARD <= action < OWN_DEED:
        return (action - HAND_CARD,)
    if COPY_SEAT <= action < HAND_CARD:
        return state.places[action - COPY_SEAT].deeds[-1:]
    return ()
