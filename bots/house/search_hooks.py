"""The search of each game: who chooses by default, who plays on, how far, and who judges."""

from typing import Final

from bots.house.evaluation import diamoniak, karma, karmaka
from bots.house.expert import EXPERT
from bots.house.expert.diamoniak import choose_boldly
from bots.house.hooks import Hooks
from engines.diamoniak.actions import payment_of
from engines.diamoniak.cards import PARTS, PARTS_PER_CASTLE
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import PAYING
from engines.karmaka.actions import (
    ARRANGE,
    CELEBRATE,
    FUTURE_CARD,
    HAND_CARD,
    OWN_DEED,
    PASS,
    PLAY_FUTURE,
    PLAY_MATE,
    RUINS_CARD,
    SEQUENCES,
    SHOWN_CARD,
    SOW,
)


def different_payments(state: DiamoniakState, seat: int, legal: list[int]) -> list[int]:
    """Parts of one colour are worth the same, so of a hundred payments only a handful differ."""
    if state.phase != PAYING:
        return legal
    found: dict[tuple[int, ...], int] = {}
    for action in legal:
        kinds = tuple([card // PARTS_PER_CASTLE if card < PARTS else card for card in payment_of(action)])
        found.setdefault(kinds, action)
    return sorted(found.values())


def without_hidden_cards(action: int) -> int:
    """Karmaka: what others see where cards go face down, or may do so: at most how many, never which."""
    if PLAY_FUTURE <= action < PASS:
        return PLAY_FUTURE if action < PLAY_MATE else PLAY_MATE
    if HAND_CARD <= action < OWN_DEED:
        return HAND_CARD
    if FUTURE_CARD <= action < RUINS_CARD:
        return FUTURE_CARD
    if SHOWN_CARD <= action < ARRANGE:
        return SHOWN_CARD
    if ARRANGE <= action < SOW:
        return ARRANGE + (action - ARRANGE) % 3
    if SOW <= action < CELEBRATE:
        return SOW + len(SEQUENCES[action - SOW])
    return action


SEARCH: Final[dict[str, Hooks]] = {
    "karma": Hooks(EXPERT["karma"], EXPERT["karma"], karma.evaluate, 60, 0.4, 0.7),
    "karmaka": Hooks(
        EXPERT["karmaka"], EXPERT["karmaka"], karmaka.evaluate, 30, 0.2, 0.7, seen_as=without_hidden_cards
    ),
    "diamoniak": Hooks(choose_boldly, choose_boldly, diamoniak.evaluate, 12, 0.3, 1.5, different_payments),
}
