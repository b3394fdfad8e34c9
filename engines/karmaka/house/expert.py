"""Karmaka with tuned weights: every card in every way it can be played gets a score, the best one is played.

A card is worth its points as a Deed while the level needs them in the colour of this life; on the Future Life it is
worth its points and more if it fits the colour that is growing there; its ability is worth what it would do now
(``abilities``) less what the card is worth to the rival who gets it. The weights were found by hill climbing
over games of two seats, four seats and two against two; only that for finishing a level was set by hand.
"""

from typing import Final, NamedTuple

from engines.karmaka.actions import (
    ACCEPT,
    DECLINE,
    OWN_DEED,
    PASS,
    PLAY_ABILITY,
    PLAY_FUTURE,
    PLAY_MATE,
    STOP,
    TARGET_SEAT,
)
from engines.karmaka.cards import COLOUR, CRISIS, KINDS, LONGEVITY, MOSAIC, POINTS
from engines.karmaka.house import greedy
from engines.karmaka.house.abilities import copied, effect, on_rival, score_lost, useful
from engines.karmaka.house.lore import best_colour, card_choice, colour_sums, hand_of, points_missing, standing
from engines.karmaka.layout import NO_SEAT
from engines.karmaka.slots import card
from engines.karmaka.state import KarmakaState
from engines.karmaka.table import (
    DESTINY,
    EXTRA_PLAY,
    OFFER,
    PICK_DEED,
    PICK_FL,
    PICK_HAND,
    PICK_RIVAL_DEED,
    PICK_RUINS,
    PLAY,
    ROULETTE_RUIN,
    SOWING,
    SWINDLE_TAKE,
    TARGET,
    Frame,
)

FULL_LIFE: Final = 6
"""Cards that a new life begins with at least (``REBORN_CARDS``): more on the Future Life replace no draw."""


class Weights(NamedTuple):
    """Worth per point, unless said otherwise."""

    deed: float
    """Points that the level still needs."""
    finish: float
    """Of the Deed that completes the level, whatever its points."""
    surplus: float
    """Points of a Deed beyond the need."""
    hopeless: float
    """Factor on Deeds when Deeds, hand, Deck and rings together cannot reach the level in this life."""
    future: float
    """Points on the Future Life..."""
    future_colour: float
    """...and those that make its best colour better."""
    crowded: float
    """Each card on a Future Life that is full already."""
    gift: float
    """Points of a card that a rival will be offered."""
    mate: float
    """Factor on the worth of a card on the Future Life of a teammate who is ahead."""
    stop: float
    """Of playing nothing at all."""
    take: float
    """Least worth of an offered card that is taken."""
    abilities: tuple[float, ...]
    """Per point of effect, by kind of card."""


ABILITIES: Final = (
    *(0.8, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),  # blue
    *(1.0, 1.0, 1.0, 1.9, 1.0, 1.0, 1.0),  # green
    *(0.5, 1.4, 1.6, 0.9, 1.0, 1.0, 0.3),  # red
    *(1.0, 1.0),  # mosaic
)
WEIGHTS: Final = Weights(3.0, 4.0, -0.75, 0.07, 0.24, 0.7, -1.0, -0.68, 0.8, -0.37, 1.53, ABILITIES)
"""Found as the head of this module says."""


def choose(state: KarmakaState, seat: int, legal: list[int]) -> int:
    frame = state.top
    decision = frame.step
    if decision in (PLAY, EXTRA_PLAY):
        return max(legal, key=lambda action: play_worth(state, seat, action))
    if decision == OFFER:
        return ACCEPT if future_worth(state, seat, state.centre) > WEIGHTS.take else DECLINE
    if decision == TARGET:
        return target(state, frame, legal)
    if decision in _GAINS:
        return max(legal, key=lambda action: gain_worth(state, frame, action))
    if decision in (PICK_HAND, ROULETTE_RUIN):
        return max(legal, key=lambda action: loss_worth(state, frame, action))
    if decision in (PICK_DEED, PICK_RIVAL_DEED):
        return pick_deed(state, frame, legal)
    return greedy.choose(state, seat, legal)


# -- the card to play -----------------------------------------------------------------------------------------


def play_worth(state: KarmakaState, seat: int, action: int) -> float:
    if action in (PASS, STOP):
        return WEIGHTS.stop
    kind = action % KINDS
    if action < PLAY_ABILITY:
        return deed_worth(state, seat, kind)
    if action < PLAY_FUTURE:
        return ability_worth(state, seat, kind)
    if action < PLAY_MATE:
        return future_worth(state, seat, kind)
    return mate_worth(state, seat, kind)


def deed_worth(state: KarmakaState, seat: int, kind: int) -> float:
    missing = points_missing(state, seat)
    gain = POINTS[kind] if COLOUR[kind] in (best_colour(state, seat), MOSAIC) else 0
    counted = max(0, min(gain, missing))
    finish = WEIGHTS.finish if 0 < missing <= gain else 0.0
    factor = 1.0 if is_within_reach(state, seat) else WEIGHTS.hopeless
    return finish + WEIGHTS.deed * factor * counted + WEIGHTS.surplus * (POINTS[kind] - counted)


def is_within_reach(state: KarmakaState, seat: int) -> bool:
    place = state.places[seat]
    best = max(colour_sums([*place.deeds, *hand_of(state, seat)]))
    now = max(colour_sums(place.deeds))
    return best - now + len(place.deck) + place.rings >= points_missing(state, seat)


def future_worth(state: KarmakaState, seat: int, kind: int) -> float:
    """On the Future Life of the seat."""
    dreams = [card(slot) for slot in state.places[seat].future]
    growth = max(colour_sums([*dreams, kind])) - max(colour_sums(dreams))
    crowd = WEIGHTS.crowded if len(dreams) >= FULL_LIFE else 0.0
    return WEIGHTS.future * POINTS[kind] + WEIGHTS.future_colour * growth + crowd


def mate_worth(state: KarmakaState, seat: int, kind: int) -> float:
    """One member at the top wins for both, so help goes to the one who is ahead."""
    mate = state.layout.mates[seat]
    if standing(state, mate) <= standing(state, seat):
        return -1.0
    return WEIGHTS.mate * future_worth(state, mate, kind)


def ability_worth(state: KarmakaState, seat: int, kind: int) -> float:
    repeated = [WEIGHTS.abilities[other] * effect(state, seat, other) for other in copied(state, seat, kind)]
    own = WEIGHTS.abilities[kind] * (max(repeated) if repeated else effect(state, seat, kind))
    return own + WEIGHTS.gift * POINTS[kind]


# -- what abilities ask ---------------------------------------------------------------------------------------

_GAINS: Final = (DESTINY, SOWING, SWINDLE_TAKE, PICK_FL, PICK_RUINS)


def target(state: KarmakaState, frame: Frame, legal: list[int]) -> int:
    seat, kind = frame.seat, frame.card
    if kind == LONGEVITY:
        mate = state.layout.mates[seat]
        helps_mate = mate != NO_SEAT and standing(state, mate) > standing(state, seat)
        return TARGET_SEAT + (mate if helps_mate else seat)
    rivals = [rival for rival in state.layout.rivals[seat] if TARGET_SEAT + rival in legal]
    return TARGET_SEAT + max(rivals, key=lambda rival: (on_rival(state, kind, rival), standing(state, rival)))


def gain_worth(state: KarmakaState, frame: Frame, action: int) -> float:
    """Cards that come to the hand, or go to the Future Life."""
    seat, cards = frame.seat, card_choice(state, frame, action)
    if frame.step in (DESTINY, SOWING):
        spent = useful if frame.step == SOWING else None
        return sum(future_worth(state, seat, kind) - (spent(state, seat, kind) if spent else 0.0) for kind in cards)
    return sum(useful(state, seat, kind) for kind in cards)


def loss_worth(state: KarmakaState, frame: Frame, action: int) -> float:
    """Cards that leave the hand: Denial repeats what it ruins, Roulette draws a card for each, Dwindle just takes."""
    seat, cards = frame.seat, card_choice(state, frame, action)
    worth = sum(-useful(state, seat, kind) for kind in cards)
    if frame.step == ROULETTE_RUIN:
        return worth + 0.9 * len(cards)
    if seat == state.seat:
        worth += sum(WEIGHTS.abilities[kind] * effect(state, seat, kind) for kind in cards)
    return worth


def pick_deed(state: KarmakaState, frame: Frame, legal: list[int]) -> int:
    """Crisis: lose what counts least. Embody and Mimic: repeat what does most."""
    seat = frame.seat
    if frame.card == CRISIS:
        return min(legal, key=lambda action: score_lost(state, seat, action - OWN_DEED))

    def worth(action: int) -> float:
        return sum(WEIGHTS.abilities[kind] * effect(state, seat, kind) for kind in card_choice(state, frame, action))

    return max(legal, key=worth)
