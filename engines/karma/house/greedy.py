"""Karma by rules of thumb: get rid of the lowest card that fits, one at a time, and take only when stuck."""

from engines.karma.actions import CHOICES, CHOOSE, GIVE
from engines.karma.state import KarmaState
from engines.karma.table import CHOOSE_UP, GIVE_TO


def choose(state: KarmaState, seat: int, legal: list[int]) -> int:
    if state.current == CHOOSE_UP:
        return max(legal, key=_worth_on_the_table)
    if state.current == GIVE_TO:
        return min(legal, key=lambda action: state.seats[action - GIVE].card_count())
    # Ids ascend by card and then by count, Karma cards follow the numbers, and taking the pile comes last of all.
    return legal[0]


def _worth_on_the_table(action: int) -> int:
    """Face-up cards are played when the hand is gone and nothing can be drawn: the strongest belong there."""
    return sum(CHOICES[action - CHOOSE])
