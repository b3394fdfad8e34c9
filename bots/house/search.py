"""Information-set Monte Carlo tree search: what would each of my actions lead to, over all I cannot see?

A *world* is the table with all hidden cards dealt at random in agreement with the view. In every world each candidate
action is tried; the game goes on down the tree of that action (``bots.house.tree``) and, where that ends, by the
expert's play for some decisions; the position reached is judged. All candidates meet the same worlds, so the luck of
the cards cancels between them. Worlds are spent by sequential halving: after each round the worse half of the
candidates is dropped and the rest share what is left of the budget.

The expert's own choice is never dropped and is played unless another one is better by more than chance explains. So
even a small budget rarely makes the search worse than the expert, and a larger one makes it better.

The budget counts simulations, not time: the same request gives the same answer on every machine. Only when the clock
of the request runs out does the search decide with what it has.
"""

import time
from collections.abc import Sequence
from math import ceil, log2, sqrt
from random import Random
from typing import NamedTuple

from bots.house.base import Json
from bots.house.policy import chance, imagined, legal_ids
from bots.house.tree import Tree
from engines import State
from engines.house import Hooks

MOST_CANDIDATES = 16
"""Choices among more actions (payments, orders of cards) are left to the expert: a few simulations tell nothing.
Where a game has no expert, so many of them are tried."""
LONGEST_MS = 1_000
"""More time than this is not used."""
SAFETY = 0.8
"""Part of the decision time after which the search stops whatever the budget says."""


class Limits(NamedTuple):
    """Where a search ends."""

    simulations: int
    deadline: float
    """In seconds of ``time.thread_time``: the bot's own time, which is what its clock is charged."""


class SearchBot:
    """``grows_trees=False`` is how it played at first: below each action nothing but the expert's play."""

    def __init__(self, hooks: Hooks, seed: bytes, *, grows_trees: bool = True) -> None:
        self._grows_trees = grows_trees
        self._hooks = hooks
        self._seed = seed
        self.simulations = 0
        """How many the last decision took."""

    def budget(self, request: Json) -> int:
        """Simulations for a decision: it depends on the request alone."""
        return int(self._hooks.simulations_per_ms * min(request["clock"]["decision_ms"], LONGEST_MS))

    def choose(self, request: Json) -> int:
        # A single option is searched like any choice. Who is asked has hidden cards that leave none, and an answer that
        # comes at once would tell everybody at the table.
        rng = chance(self._seed, request)
        seat, legal = request["seat"], legal_ids(request)
        state = imagined(request, rng)
        expert = self._hooks.expert
        usual = expert(state, seat, legal) if expert else rng.choice(legal)
        self.simulations = 0
        candidates = self._hooks.shortlist(state, seat, legal)
        if len(candidates) > MOST_CANDIDATES:
            if expert:
                return usual
            candidates = rng.sample(candidates, MOST_CANDIDATES)  # nobody to leave it to
        deadline = time.thread_time() + SAFETY * request["clock"]["decision_ms"] / 1000
        limits = Limits(self.budget(request), deadline)
        trial = Trial(self._hooks, state, seat, rng, limits, grows_trees=self._grows_trees)
        values = trial.run(usual, sorted({usual, *candidates}))
        self.simulations = trial.simulations
        return best_choice(usual, values, self._hooks.confidence)


class Trial:
    """The search of one decision."""

    def __init__(
        self, hooks: Hooks, state: State, seat: int, rng: Random, limits: Limits, *, grows_trees: bool = True
    ) -> None:
        # Where several choose at once nobody answers to my choice, so the tree below it would be a lie.
        self._grows_trees = grows_trees and len(state.deciders()) == 1
        self._hooks = hooks
        self._state = state
        self._seat = seat
        self._side = state.variant.side_of(seat)
        self._rng = rng
        self._limits = limits
        self.trees: dict[int, Tree] = {}
        self.simulations = 0

    def run(self, usual: int, legal: Sequence[int]) -> dict[int, list[float]]:
        """Values of each action, world by world. Those dropped early have met fewer worlds."""
        values: dict[int, list[float]] = {action: [] for action in legal}
        candidates = list(legal)
        rounds = max(1, ceil(log2(len(legal))))
        for number in range(rounds):
            worlds = (self._limits.simulations - self.simulations) // ((rounds - number) * len(candidates))
            for _ in range(worlds):
                if time.thread_time() > self._limits.deadline:
                    return values
                self._try_all(candidates, values)
            candidates = better_half(candidates, usual, values)
        return values

    def _try_all(self, candidates: Sequence[int], values: dict[int, list[float]]) -> None:
        world = self._state.resample(self._seat, self._rng)
        for action in candidates:
            values[action].append(self._outcome(world.clone(), action))

    def _outcome(self, state: State, action: int) -> float:
        """Play an action, go on down its tree and then as the rollout says; the value for the side that searches."""
        self.simulations += 1
        state.apply(action, self._seat)
        if action not in self.trees:
            self.trees[action] = Tree(self._hooks, self._seat, self._rng, grows=self._grows_trees)
        return self.trees[action].simulate(state)[self._side]


def better_half(candidates: Sequence[int], usual: int, values: dict[int, list[float]]) -> list[int]:
    """The better half by total value, and the usual choice in any case. Ids stay in ascending order."""
    better = sorted(candidates, key=lambda action: sum(values[action]), reverse=True)[: max(2, len(candidates) // 2)]
    return [action for action in candidates if action in better or action == usual]


def best_choice(usual: int, values: dict[int, list[float]], confidence: float) -> int:
    """The action with the surest advantage over the usual one, or that one if no advantage is sure enough."""
    best, best_lead = usual, 0.0
    for action, samples in values.items():
        lead = sure_lead(samples, values[usual], confidence)
        if action != usual and lead > best_lead:
            best, best_lead = action, lead
    return best


def sure_lead(samples: Sequence[float], usual: Sequence[float], confidence: float) -> float:
    """Mean difference over the worlds that both have met, less some standard errors."""
    worlds = min(len(samples), len(usual))
    if worlds < 2 or len(samples) < len(usual):
        return 0.0
    differences = [one - other for one, other in zip(samples, usual, strict=True)]
    mean = sum(differences) / worlds
    variance = sum((difference - mean) ** 2 for difference in differences) / (worlds - 1)
    return mean - confidence * sqrt(variance / worlds)
