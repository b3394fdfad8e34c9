"""What tells players of Karma apart."""

from engines.habits import Habit
from engines.karma.actions import FLIP, TAKE
from engines.karma.cards import PLAY_TABLE_CARD
from engines.karma.state import KarmaState
from engines.karma.table import MAIN


def _plays(state: KarmaState, legal: list[int]) -> list[int]:
    """The plays among the legal actions of a usual turn."""
    return [action for action in legal if action < FLIP] if state.current == MAIN else []


def _kind(action: int) -> int:
    return action % (FLIP // 2) // 3


def _takes_the_pile(state: KarmaState, legal: list[int], action: int) -> bool | None:
    return action == TAKE if _plays(state, legal) and TAKE in legal else None


def _plays_all_of_a_kind(state: KarmaState, legal: list[int], action: int) -> bool | None:
    plays = _plays(state, legal)
    same = [play for play in plays if _kind(play) == _kind(action)]
    return action == max(same) if action in plays and len(same) > 1 else None


def _plays_the_lowest(state: KarmaState, legal: list[int], action: int) -> bool | None:
    numbers = {_kind(play) for play in _plays(state, legal)} & set(range(PLAY_TABLE_CARD))
    if len(numbers) < 2 or action >= FLIP or _kind(action) not in numbers:
        return None
    return _kind(action) == min(numbers)


def _keeps_karma_cards(state: KarmaState, legal: list[int], action: int) -> bool | None:
    are_special = {_kind(play) >= PLAY_TABLE_CARD for play in _plays(state, legal)}
    return action >= FLIP or _kind(action) < PLAY_TABLE_CARD if len(are_special) > 1 else None


HABITS = (
    Habit("takes the pile although something fits", _takes_the_pile),
    Habit("keeps Karma cards while a number fits", _keeps_karma_cards),
    Habit("plays the lowest number that fits", _plays_the_lowest),
    Habit("plays all cards of a kind at once", _plays_all_of_a_kind),
)
