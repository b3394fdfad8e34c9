"""Learning from games against a house bot: actor and critic, a step after every so many decisions.

What an action was worth is what came after it: the rewards of the next decisions and what the critic expects then,
faded in the manner of generalised advantage estimation. Actions that turned out better than the critic thought become
more likely, the others less.
"""

from dataclasses import dataclass

import numpy as np

from bots.environments.vector import VectorEnv
from bots.learner.network import Array, Mask, Network, initial

GAMES = 128
"""Played side by side."""
DECISIONS = 16
"""Of each game between two steps of learning."""
HIDDEN = 128
FADE = np.float32(0.95)
"""How far a surprise reaches back: to a decision ten before it with 0.6 of its weight."""
RATE = 1e-3
CURIOSITY = np.float32(0.01)
"""What an even choice is worth beside winning: without it the first habit that wins something stays."""


@dataclass(frozen=True)
class Seen:
    """What happened at one decision of all games."""

    inputs: Array
    legal: Mask
    actions: np.ndarray[tuple[int], np.dtype[np.int64]]
    rewards: Array
    ended: Mask
    values: Array


class Learner:
    """Use ``learn`` as often as there is time; ``points`` tells how the last games went."""

    def __init__(self, slug: str, opponent: str = "greedy", seed: int = 0) -> None:
        self.games = VectorEnv(slug, GAMES, seed=seed, opponents=opponent)
        shape = self.games.shape
        self.network = Network(initial(shape.numbers, HIDDEN, shape.actions, seed))
        self.scale = np.float32(1 / 8)
        """Observations are counts from 0 to 255, most of them small."""
        self.decisions = 0
        self.points = 0.5
        """Share of the points in the last thousand games or so."""
        self._rng = np.random.default_rng(seed)

    def learn(self, left: float = 1.0) -> None:
        """Play on for some decisions, then learn from them. ``left`` of the time: steps become smaller to the end."""
        seen = [self._decide() for _ in range(DECISIONS)]
        after = self.network.values(self.network.hidden(self._inputs()))
        self._improve(seen, after, RATE * max(left, 0.05))

    def _inputs(self) -> Array:
        return self.games.observations * self.scale

    def _decide(self) -> Seen:
        games, network = self.games, self.network
        inputs, legal, learners = self._inputs(), games.masks.copy(), games.learners.copy()
        hidden = network.hidden(inputs)
        reached = network.chances(hidden, legal).cumsum(axis=1)
        drawn = (reached < self._rng.random((GAMES, 1), np.float32) * reached[:, -1:]).sum(axis=1)
        rewards, ended = games.step(drawn)
        own = np.where(ended, rewards[np.arange(GAMES), learners], np.float32(0)).astype(np.float32)
        for reward in own[ended]:
            self.points += 0.001 * ((float(reward) + 1) / 2 - self.points)
        self.decisions += GAMES
        return Seen(inputs, legal, drawn, own, ended.copy(), network.values(hidden))

    def _improve(self, seen: list[Seen], after: Array, rate: float) -> None:
        gains: list[Array] = []
        gain = np.zeros(GAMES, np.float32)
        for step in reversed(seen):
            goes_on = (~step.ended).astype(np.float32)
            gain = (step.rewards + goes_on * after - step.values) + FADE * goes_on * gain
            after = step.values
            gains.append(gain)
        better = np.concatenate(gains[::-1])
        inputs = np.concatenate([step.inputs for step in seen])
        legal = np.concatenate([step.legal for step in seen])
        actions = np.concatenate([step.actions for step in seen])
        hidden = self.network.hidden(inputs)
        chances = self.network.chances(hidden, legal)
        rows = np.arange(len(actions))
        scaled = better / (better.std() + np.float32(1e-6))
        wishes = chances * scaled[:, None]
        wishes[rows, actions] -= scaled
        logs = np.log(chances + np.float32(1e-9))
        wishes += CURIOSITY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        count = np.float32(len(actions))
        self.network.descend(inputs, hidden, wishes / count, -better / count, rate)
