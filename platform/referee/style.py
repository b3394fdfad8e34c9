"""How each seat of a finished game decided, where a habit of the game could show. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from engines.habits import Habit
from referee.replay import Replay
from referee.verify import first_state


class Shown(NamedTuple):
    """Of one seat and one habit in one game."""

    occasions: int
    times: int
    """It was done."""


def shown_habits(replay: Replay, habits: Sequence[Habit]) -> list[list[Shown]]:
    """For each seat, each habit. Decisions after a fault of a seat are a house bot's and do not count.

    Raises ``EngineError`` for a replay that the rules do not allow.
    """
    state = first_state(replay).clone()
    counted = [[[0, 0] for _ in habits] for _ in range(state.variant.seats)]
    own_until = {fault.seat: fault.after_actions for fault in replay.faults}
    for number, action in enumerate(replay.actions):
        if number < own_until.get(action.seat, len(replay.actions)):
            legal = state.legal_actions(action.seat)
            for habit, count in zip(habits, counted[action.seat], strict=True):
                done = habit.look(state, legal, action.action)
                if done is not None:
                    count[0] += 1
                    count[1] += done
        state.play(action.seat, action.action)
    return [[Shown(*count) for count in seat] for seat in counted]
