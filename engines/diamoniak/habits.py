"""What tells players of Diamoniak apart."""

from engines.diamoniak.actions import DRAW, FIRST_BUY, USE_FAIRY
from engines.diamoniak.payments import FIRST_PAYMENT
from engines.diamoniak.state import DiamoniakState
from engines.diamoniak.table import CONTINUE, WITCH_MET
from engines.habits import Habit


def _draws_on(state: DiamoniakState, legal: list[int], action: int) -> bool | None:
    return action == DRAW if state.phase == CONTINUE else None


def _buys(state: DiamoniakState, legal: list[int], action: int) -> bool | None:
    offers = [offer for offer in legal if FIRST_BUY <= offer < FIRST_PAYMENT]
    return action in offers if offers else None


def _uses_a_fairy(state: DiamoniakState, legal: list[int], action: int) -> bool | None:
    return action == USE_FAIRY if state.phase == WITCH_MET else None


HABITS = (
    Habit("turns over one more card although it could stop", _draws_on),
    Habit("buys a castle part that is for sale", _buys),
    Habit("chases the witch away with a fairy", _uses_a_fairy),
)
