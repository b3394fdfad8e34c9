"""The search of each game: who chooses by default, who plays on, how far, and who judges."""

from typing import Final

from bots.house.evaluation import diamoniak, karma, karmaka
from bots.house.expert import EXPERT
from bots.house.expert.diamoniak import choose_boldly
from bots.house.search import Hooks
from engines.diamoniak.actions import payment_of
from engines.diamoniak.cards import PARTS, PARTS_PER_CASTLE
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import PAYING


def different_payments(state: DiamoniakState, seat: int, legal: list[int]) -> list[int]:
    """Parts of one colour are worth the same, so of a hundred payments only a handful differ."""
    if state.phase != PAYING:
        return legal
    found: dict[tuple[int, ...], int] = {}
    for action in legal:
        kinds = tuple([card // PARTS_PER_CASTLE if card < PARTS else card for card in payment_of(action)])
        found.setdefault(kinds, action)
    return sorted(found.values())


SEARCH: Final[dict[str, Hooks]] = {
    "karma": Hooks(EXPERT["karma"], EXPERT["karma"], karma.evaluate, 60, 0.4, 0.7),
    "karmaka": Hooks(EXPERT["karmaka"], EXPERT["karmaka"], karmaka.evaluate, 30, 0.2, 0.7),
    "diamoniak": Hooks(choose_boldly, choose_boldly, diamoniak.evaluate, 12, 0.3, 1.5, different_payments),
}
