"""Karma: who has least work left. Every card is work; high cards and Karma cards are less, hidden ones more."""

from typing import Final

from engines.house import shares
from engines.karma.cards import cards_in
from engines.karma.state import KarmaState
from engines.karma.table import Holding

_WORK: Final[tuple[float, ...]] = (*(1.3 - 0.6 * height / 15 for height in range(16)), 0.3, 0.4, 0.4, 0.3)
"""In turns, by kind: the number 1 is hardest to get rid of, 16 half as hard, a Karma card fits nearly always."""
_FACE_DOWN: Final = 1.4
"""Harder than any open card: it is played blind, and what does not fit brings the whole pile."""
STEEPNESS: Final = 0.35
"""A turn more of work makes a seat e^0.35 = 1.4 times as likely to lose."""


def work(holding: Holding) -> float:
    face_down = _FACE_DOWN * (3 - holding.down.count(-1))
    return sum([_WORK[kind] for kind in cards_in(holding.hand)]) + table_work(holding) + face_down


def table_work(holding: Holding) -> float:
    return sum([_WORK[kind] for kind in cards_in(holding.up)])


def evaluate(state: KarmaState) -> list[float]:
    """One seat loses and all others win alike, so points are shared out by the chance to lose."""
    losing = shares([work(place) for place in state.seats], STEEPNESS)
    others = len(losing) - 1
    return [(1 - chance) * (others + 1) / (2 * others) for chance in losing]
