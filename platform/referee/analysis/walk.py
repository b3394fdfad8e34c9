"""A replay played again, one step at a time, with the re-dealt positions that luck is measured against."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engines import Deal, State, new_game
from engines.insight import Insight
from referee.replay import Replay
from referee.verify import first_state

ALTERNATIVES = 8
"""Re-dealt positions for each draw. Their mean is uncertain by a third of what a draw is worth."""
DEALS = 16
"""Other deals that the opening is compared with."""


@dataclass(frozen=True)
class Step:
    """One action: the position after it, and positions after the same action with what nobody had seen dealt anew."""

    seat: int
    state: State
    alternatives: tuple[State, ...]
    """None where the action used no chance."""


def opening(replay: Replay) -> State:
    """Raises ``EngineError``."""
    return first_state(replay).clone()


def other_openings(replay: Replay, rng: Random) -> list[State]:
    return [
        new_game(replay.variant, Deal(rng.randbytes(32)), replay.first_seat, rules_version=replay.rules_version)
        for _ in range(DEALS)
    ]


def steps(replay: Replay, insight: Insight | None, rng: Random) -> Iterator[Step]:
    """The actions of a replay in turn. Raises ``EngineError`` for one that the rules do not allow."""
    state = first_state(replay).clone()
    for action in replay.actions:
        before = state.clone()
        state.play(action.seat, action.action)
        after = state.clone()
        if insight is None or insight.chance_used(before) == insight.chance_used(state):
            yield Step(action.seat, after, ())
            continue
        worlds = [insight.redeal(before, rng) for _ in range(ALTERNATIVES)]
        for world in worlds:
            world.apply(action.action, action.seat)
        yield Step(action.seat, after, tuple(worlds))
