"""Karma by rules of thumb: get rid of the lowest card that fits, all copies at once, and take only when stuck."""

from engines.karma.actions import CHOICES, CHOOSE, FLIP, GIVE
from engines.karma.state import KarmaState
from engines.karma.table import CHOOSE_UP, GIVE_TO


def choose(state: KarmaState, seat: int, legal: list[int]) -> int:
    if state.current == CHOOSE_UP:
        return max(legal, key=_worth_on_the_table)
    if state.current == GIVE_TO:
        return min(legal, key=lambda action: state.seats[action - GIVE].card_count())
    return _lowest(legal)


def _worth_on_the_table(action: int) -> int:
    """Face-up cards are played when the hand is gone and nothing can be drawn: the strongest belong there."""
    return sum(CHOICES[action - CHOOSE])


def _lowest(legal: list[int]) -> int:
    """Ids ascend by card and then by count, Karma cards follow the numbers, and taking the pile comes last of all."""
    first = legal[0]
    if first >= FLIP:
        return first
    return max(action for action in legal if action // 3 == first // 3)
