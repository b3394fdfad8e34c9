"""What the search has to know about Diamoniak."""

from typing import Final

from engines.diamoniak.cards import PARTS, PARTS_PER_CASTLE
from engines.diamoniak.house.evaluation import evaluate
from engines.diamoniak.house.expert import choose_boldly
from engines.diamoniak.payments import payment_of
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import PAYING
from engines.house import Hooks


def different_payments(state: DiamoniakState, seat: int, legal: list[int]) -> list[int]:
    """Parts of one colour are worth the same, so of a hundred payments only a handful differ."""
    if state.phase != PAYING:
        return legal
    by_kinds: dict[tuple[int, ...], int] = {}
    for action in legal:
        kinds = tuple([card // PARTS_PER_CASTLE if card < PARTS else card for card in payment_of(action)])
        by_kinds.setdefault(kinds, action)
    return sorted(by_kinds.values())


SEARCH: Final = Hooks(
    expert=choose_boldly,
    rollout=choose_boldly,
    evaluate=evaluate,
    depth=12,  # a turn or two: what is drawn after them is luck, and adds only its noise
    simulations_per_ms=0.3,
    confidence=1.5,  # twice that of the other games: here a draw decides more than a choice
    shortlist=different_payments,
)
