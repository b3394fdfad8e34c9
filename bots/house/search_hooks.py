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
    PASS,
    PLAY_FUTURE,
    PLAY_MATE,
    SEQUENCES,
    SHOWN_CARD,
    SOW,
)
from engines.karmaka.state import KarmakaState


def different_payments(state: DiamoniakState, seat: int, legal: list[int]) -> list[int]:
    """Parts of one colour are worth the same, so of a hundred payments only a handful differ."""
    if state.phase != PAYING:
        return legal
    found: dict[tuple[int, ...], int] = {}
    for action in legal:
        kinds = tuple([card // PARTS_PER_CASTLE if card < PARTS else card for card in payment_of(action)])
        found.setdefault(kinds, action)
    return sorted(found.values())


def without_hidden_cards(state: KarmakaState, observer: int, action: int) -> int:
    """Karmaka: which card goes face down is seen by its new owner, a card taken by Swindle by its old one."""
    if PLAY_FUTURE <= action < PLAY_MATE:
        return PLAY_FUTURE
    if PLAY_MATE <= action < PASS and observer != state.layout.mates[state.actor()]:
        return PLAY_MATE
    if SHOWN_CARD <= action < ARRANGE and observer != state.target:
        return SHOWN_CARD
    if ARRANGE <= action < SOW:
        return ARRANGE + (action - ARRANGE) % 3  # how many cards go to the Future Life
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
