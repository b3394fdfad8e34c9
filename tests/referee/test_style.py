"""How a seat decided, counted from a replay."""

import dataclasses

from engines.habits import Habit
from referee.faults import FaultKind
from referee.replay import ReplayFault
from referee.style import shown_habits
from tests.replays.games import random_replay
from tests.slugs import SMALLEST

EVERY = Habit("takes the first of several", lambda state, legal, action: action == legal[0] if len(legal) > 1 else None)


def test_occasions_are_counted_for_the_seat_that_decided() -> None:
    replay = random_replay(SMALLEST[0])
    shown = shown_habits(replay, [EVERY])
    for seat, ((occasions, times),) in enumerate(shown):
        decided = sum(action.seat == seat for action in replay.actions)
        assert 0 < times < occasions <= decided


def test_what_a_house_bot_did_after_a_fault_is_not_the_bots_habit() -> None:
    whole = random_replay(SMALLEST[0])
    fault = ReplayFault(0, FaultKind.CRASH, after_actions=len(whole.actions) // 2)
    (before,), (other,) = shown_habits(dataclasses.replace(whole, faults=(fault,)), [EVERY])[:2]
    (all_of_it,), (other_before,) = shown_habits(whole, [EVERY])[:2]
    assert 0 < before.occasions < all_of_it.occasions
    assert other == other_before
