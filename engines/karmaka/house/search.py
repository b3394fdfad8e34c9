"""What the search has to know about Karmaka."""

from typing import Final

from engines.house import Hooks
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
from engines.karmaka.house.evaluation import evaluate
from engines.karmaka.house.expert import choose
from engines.karmaka.state import KarmakaState


def without_hidden_cards(state: KarmakaState, observer: int, action: int) -> int:
    """Which card goes face down is seen by its new owner, a card taken by Swindle by its old one."""
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


SEARCH: Final = Hooks(
    expert=choose,
    rollout=choose,
    evaluate=evaluate,
    depth=30,  # several turns of each seat: what an ability started is over by then
    simulations_per_ms=0.2,
    confidence=0.7,
    seen_as=without_hidden_cards,
)
