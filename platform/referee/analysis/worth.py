"""What single actions of a decision are worth: the chance to win after each, judged from what the seat knew.

All actions are tried in the same imagined worlds. The house's expert plays on to the end; where it is no measure of
good play, the fitted values judge the position right after the action; where there are neither, nothing is said.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bots.house.rollouts import RolloutJudge
from bots.house.values import chances, fitted_judge
from engines import State
from engines.house import House
from engines.registry import game as find_game
from engines.variants import Variant
from referee.analysis.line import judged
from referee.analysis.mistakes import MistakesError, mean_and_error, refuse_unless_judged
from referee.analysis.sieve import in_one_world

WORLDS = 192
"""An even chance is then known to within seven per cent, at two standard errors; a difference in the same worlds is
known better."""


@dataclass(frozen=True)
class Worth:
    """The chance of the seat's side to win after an action."""

    chance: float
    error: float
    """Its standard error."""


def worth_of(
    state: State, seat: int, actions: Sequence[int], rng: Random, budget_s: float | None = None
) -> dict[int, Worth]:
    """By action; empty where nobody can judge. Raises ``ValuesError`` where a package is missing.

    With a budget of processor time fewer worlds are imagined, and the errors say so.
    """
    variant = state.variant
    tried = sorted(set(actions))
    house = find_game(variant.game).policies()
    try:
        refuse_unless_judged(variant)
    except MistakesError:
        rows = _by_values(state, seat, tried, rng, budget_s)
    else:
        rows = _by_the_expert(state, seat, tried, rng, house, budget_s)
    return {action: _worth([row[at] for row in rows]) for at, action in enumerate(tried) if rows}


FEWEST = 4
"""Worlds that are imagined whatever they cost: without any there is no error to tell."""


def _worlds(budget_s: float | None) -> Iterator[int]:
    begin = time.thread_time()
    for world in range(WORLDS):
        if budget_s is not None and world >= FEWEST and time.thread_time() - begin > budget_s:
            return
        yield world


def _by_the_expert(  # noqa: PLR0917 - a position, and how to judge it
    state: State, seat: int, actions: Sequence[int], rng: Random, house: House, budget_s: float | None
) -> list[list[float]]:
    variant = state.variant
    judge = RolloutJudge(variant, house)
    side = variant.side_of(seat)
    return [
        [chances(variant, judge.play_on(after, rng))[side] for after in in_one_world(state, seat, actions, rng)]
        for _world in _worlds(budget_s)
    ]


def _by_values(
    state: State, seat: int, actions: Sequence[int], rng: Random, budget_s: float | None
) -> list[list[float]]:
    variant: Variant = state.variant
    judge = fitted_judge(variant.slug)
    if judge is None:
        return []
    reached = [after for _world in _worlds(budget_s) for after in in_one_world(state, seat, actions, rng)]
    values = [row[variant.side_of(seat)] for row in judged(variant, judge, reached)]
    return [values[at : at + len(actions)] for at in range(0, len(values), len(actions))]


def _worth(values: Sequence[float]) -> Worth:
    mean, error = mean_and_error(values)
    return Worth(round(mean, 3), round(error, 3))
