"""A game that begins shortly before its turn limit: whoever leads, the limit ends it.

Stalling opponents cannot make sure of that, for a bot may win without them. The rules stay as they are: after the
choices of the setup the same position is restored with most of its turns behind it.
"""

import copy
from typing import Any

from engines import State, restore
from engines.errors import SavedStateError
from referee.game import Game

Json = dict[str, Any]

ROUNDS = 2
"""Turns that each seat has at least. Too few to win any of the games, enough to be asked something."""
_FAR = 1 << 16
"""Rounds, beyond the limit of any game."""


class LateGame(Game):
    """Its replay cannot be verified, because turns are missing: for the doctor's eyes only."""

    _is_late = False

    def _decide(self) -> None:
        if not self._is_late:
            late = near_the_limit(self._state)
            if late is not None:
                self._is_late = True
                self._course.state = late
        super()._decide()


def near_the_limit(state: State) -> State | None:
    """The same position a few rounds before the turn limit; None while no turn has begun.

    Whole rounds are added, so that it stays the same seat's turn. The limit is found by asking: an engine restores no
    state beyond it.
    """
    saved = state.save()
    if saved["turn"] < 1:
        return None
    low, high = 0, _FAR
    while high - low > 1:
        middle = (low + high) // 2
        if _later(saved, middle, state.variant.seats) is None:
            high = middle
        else:
            low = middle
    return _later(saved, max(0, low - ROUNDS), state.variant.seats)


def _later(saved: Json, rounds: int, seats: int) -> State | None:
    """The saved state after so many rounds in which nothing happened; None where that is beyond the limit."""
    later = copy.deepcopy(saved)
    later["turn"] += rounds * seats
    for entry in later["events"]:
        event = entry[0] if isinstance(entry, list) else entry  # games with secrets say beside it who saw more
        if event["type"] == "turn":
            event["turn"] += rounds * seats
    try:
        return restore(later)
    except SavedStateError:
        return None
