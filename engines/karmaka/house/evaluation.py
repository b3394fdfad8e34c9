"""Karmaka: levels first, then how far this life is and what the next one will bring."""

from typing import Final

from engines.house import points_of_winner, shares
from engines.karmaka.house.lore import colour_sums, hand_of
from engines.karmaka.layout import NEEDED
from engines.karmaka.slots import card
from engines.karmaka.state import KarmakaState

STEEPNESS: Final = 1.6
"""A level more makes a side e^1.6 = five times as likely to win."""
_PARTNER: Final = 0.2
"""How much the weaker member of a team counts: the stronger one wins for both."""


def strength(state: KarmakaState, seat: int) -> float:
    """In levels."""
    place = state.places[seat]
    hand = hand_of(state, seat)
    need = NEEDED[place.level]
    deeds = colour_sums(place.deeds)
    hoped = max(colour_sums([*place.deeds, *hand])) + 0.5 * len(place.deck)
    rings = place.rings
    this_life = 0.5 * min(need, max(deeds) + rings) / need + 0.3 * min(need, hoped + rings) / need
    dreams = max(colour_sums([card(slot) for slot in place.future]))
    waiting = len(hand) + len(place.deck)
    return place.level + this_life + 0.06 * dreams + 0.1 * rings - 0.04 * waiting


def evaluate(state: KarmakaState) -> list[float]:
    sides = []
    for side in state.variant.sides:
        members = sorted((strength(state, seat) for seat in side), reverse=True)
        sides.append(members[0] + _PARTNER * sum(members[1:]))
    return [points_of_winner(chance, len(sides)) for chance in shares(sides, STEEPNESS)]
