"""How much each ability would do right now, in points. What that is worth is a matter of weights (``expert``)."""

from collections.abc import Callable
from typing import Final

from engines.karmaka.cards import (
    ANOTHER_DAY,
    CRISIS,
    DENIAL,
    DESTINY,
    DWINDLE,
    EMBODY,
    HELLS_HEART,
    JUBILEE,
    LONGEVITY,
    MIMIC,
    PANIC,
    PEEK,
    POINTS,
    RECYCLE,
    ROULETTE,
    SALVAGE,
    SOWING,
    SPITE,
    STOLEN_DREAMS,
    SWINDLE,
    THIEVERY,
    TRANSMIGRATE,
    VENGEANCE,
    VOYAGE,
)
from engines.karmaka.house.lore import colour_sums, deed_gain, hand_of, points_missing
from engines.karmaka.layout import NEEDED
from engines.karmaka.slots import card
from engines.karmaka.state import KarmakaState

AVERAGE: Final = 1.8
"""Points of a card that nobody has seen."""

OnSelf = Callable[[KarmakaState, int], float]
OnRival = Callable[[KarmakaState, int], float]


def useful(state: KarmakaState, seat: int, kind: int) -> float:
    """A card coming to the hand: all its points where it counts in this life, half of them otherwise."""
    gain = deed_gain(state, seat, kind) if points_missing(state, seat) > 0 else 0
    return max(gain, POINTS[kind] / 2)


def score_lost(state: KarmakaState, seat: int, at: int) -> float:
    """What the loss of a Deed takes from a seat's score, as far as the level needs it."""
    deeds = state.places[seat].deeds
    need = NEEDED[state.places[seat].level]
    before = min(need, max(colour_sums(deeds)))
    after = min(need, max(colour_sums(deeds[:at] + deeds[at + 1 :])))
    return before - after + POINTS[deeds[at]] / 4


def _best_ruin(state: KarmakaState, seat: int) -> float:
    return max((useful(state, seat, kind) for kind in state.ruins[-3:]), default=0.0)


def _best_dream(state: KarmakaState, seat: int) -> float:
    """Taking a card from the next life only helps if it is missing in this one."""
    if points_missing(state, seat) <= 0:
        return 0.0
    return max((float(deed_gain(state, seat, card(slot))) for slot in state.places[seat].future), default=0.0)


def _exposed_deed(state: KarmakaState, rival: int) -> float:
    """What a rival loses with its exposed Deed."""
    deeds = state.places[rival].deeds
    return score_lost(state, rival, len(deeds) - 1) if deeds else 0.0


def _two_deeds(state: KarmakaState, seat: int) -> float:
    missing = points_missing(state, seat)
    gains = sorted((deed_gain(state, seat, kind) for kind in set(hand_of(state, seat)) - {JUBILEE}), reverse=True)
    return float(max(0, min(missing, sum(gains[:2]))))


_ON_SELF: Final[dict[int, OnSelf]] = {
    TRANSMIGRATE: _best_dream,
    DESTINY: lambda state, seat: 2 * AVERAGE,
    ANOTHER_DAY: lambda state, seat: AVERAGE,
    RECYCLE: lambda state, seat: max((float(POINTS[kind]) for kind in state.ruins[-3:]), default=0.0),
    SOWING: lambda state, seat: 2 * AVERAGE,
    SALVAGE: _best_ruin,
    VOYAGE: lambda state, seat: 3 * AVERAGE,
    JUBILEE: _two_deeds,
    ROULETTE: lambda state, seat: AVERAGE,
    LONGEVITY: lambda state, seat: 2 * AVERAGE,
}

_ON_RIVAL: Final[dict[int, OnRival]] = {
    PEEK: lambda state, rival: 1.0,
    STOLEN_DREAMS: lambda state, rival: AVERAGE if state.places[rival].future else 0.0,
    THIEVERY: _exposed_deed,
    SWINDLE: lambda state, rival: AVERAGE if state.places[rival].hand else 0.0,
    PANIC: lambda state, rival: AVERAGE if state.places[rival].deck else 0.0,
    DWINDLE: lambda state, rival: 1.0 if state.places[rival].hand else 0.0,
    CRISIS: lambda state, rival: min(
        (score_lost(state, rival, at) for at in range(len(state.places[rival].deeds))), default=0.0
    ),
    HELLS_HEART: lambda state, rival: AVERAGE * min(2, len(state.places[rival].future)),
    VENGEANCE: _exposed_deed,
    SPITE: lambda state, rival: AVERAGE * min(2, len(hand_of(state, rival))),
}


def on_rival(state: KarmakaState, kind: int, rival: int) -> float:
    """Points that an ability costs a rival; the higher a rival stands, the more they weigh."""
    return _ON_RIVAL[kind](state, rival) * (1 + 0.25 * state.places[rival].level)


def effect(state: KarmakaState, seat: int, kind: int) -> float:
    """Points that an ability would be good for if the seat used it now."""
    if kind in _ON_RIVAL:
        rivals = state.layout.rival_targets[seat]
        return max(on_rival(state, kind, rival) for rival in rivals) / len(state.layout.rivals[seat])
    if kind in _ON_SELF:
        return _ON_SELF[kind](state, seat)
    return 0.0


def copied(state: KarmakaState, seat: int, kind: int) -> list[int]:
    """Kinds whose abilities a copying card could repeat."""
    if kind == EMBODY:
        return list(state.places[seat].deeds)
    if kind == MIMIC:
        return [state.places[rival].deeds[-1] for rival in state.layout.rivals[seat] if state.places[rival].deeds]
    return [other for other in hand_of(state, seat) if other != DENIAL] if kind == DENIAL else []
