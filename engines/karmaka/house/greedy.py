"""Karmaka by rules of thumb: Deeds of one colour until the level is done, everything else into the next life.

Abilities are left alone: each one hands its card to a rival. Their follow-up decisions are answered all the same,
because a search may try an ability and then ask this policy how to go on.
"""

from collections.abc import Callable

from engines.karmaka.actions import (
    ACCEPT,
    DECLINE,
    DRAW,
    PAY,
    PLAY_DEED,
    PLAY_FUTURE,
    TARGET_SEAT,
)
from engines.karmaka.cards import CRISIS, LONGEVITY, POINTS
from engines.karmaka.house.lore import (
    card_choice,
    deed_gain,
    hand_of,
    points_missing,
    rivals_by_progress,
    total_points,
)
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import (
    EXTRA_PLAY,
    JUBILEE,
    OFFER,
    PICK_DEED,
    PICK_HAND,
    PLAY,
    RINGS_CHOICE,
    ROULETTE_DRAW,
    ROULETTE_RUIN,
    TARGET,
    Frame,
)

FULL_LIFE = 6
"""A new life begins with six cards anyway; a Future Life beyond that only makes it longer."""

Answer = Callable[[KarmakaState, Frame, list[int]], int]


def choose(state: KarmakaState, seat: int, legal: list[int]) -> int:
    frame = state.top
    answer = _ANSWERS.get(frame.step, most_points)
    return answer(state, frame, legal)


def most_points(state: KarmakaState, frame: Frame, legal: list[int]) -> int:
    """Destiny, Sowing, Swindle, Salvage and their like: the more points on the cards, the better."""
    return max(legal, key=lambda action: total_points(card_choice(state, frame, action)))


def fewest_points(state: KarmakaState, frame: Frame, legal: list[int]) -> int:
    return min(legal, key=lambda action: total_points(card_choice(state, frame, action)))


def play(state: KarmakaState, frame: Frame, legal: list[int]) -> int:
    """The Deed that brings the score on most; when none does, the best card for the next life."""
    seat = frame.seat
    kinds = set(hand_of(state, seat))
    if points_missing(state, seat) > 0:
        best = max(kinds, key=lambda kind: (deed_gain(state, seat, kind), POINTS[kind], kind))
        if deed_gain(state, seat, best) > 0:
            return PLAY_DEED + best
    return PLAY_FUTURE + max(kinds, key=lambda kind: (POINTS[kind], kind))


def target(state: KarmakaState, frame: Frame, legal: list[int]) -> int:
    """Gifts to oneself, everything else to the rival who is furthest."""
    if frame.card == LONGEVITY:
        return TARGET_SEAT + frame.seat
    reachable = [rival for rival in rivals_by_progress(state, frame.seat) if TARGET_SEAT + rival in legal]
    return TARGET_SEAT + reachable[0]


def offer(state: KarmakaState, frame: Frame, legal: list[int]) -> int:
    return ACCEPT if len(state.places[frame.seat].future) < FULL_LIFE else DECLINE


def pick_deed(state: KarmakaState, frame: Frame, legal: list[int]) -> int:
    """Crisis takes a Deed away; Embody copies one."""
    return (fewest_points if frame.card == CRISIS else most_points)(state, frame, legal)


def jubilee(state: KarmakaState, frame: Frame, legal: list[int]) -> int:
    """What brings the score on, and nothing that the next life could use."""
    seat = frame.seat
    before = points_missing(state, seat)

    def gain(action: int) -> tuple[int, int]:
        cards = card_choice(state, frame, action)
        return min(before, before - points_missing(state, seat, cards)), -len(cards)

    return max(legal, key=gain)


_ANSWERS: dict[int, Answer] = {
    PLAY: play,
    EXTRA_PLAY: play,
    TARGET: target,
    OFFER: offer,
    PICK_DEED: pick_deed,
    PICK_HAND: fewest_points,
    JUBILEE: jubilee,
    ROULETTE_RUIN: fewest_points,
    ROULETTE_DRAW: lambda state, frame, legal: DRAW,
    RINGS_CHOICE: lambda state, frame, legal: PAY,
}
