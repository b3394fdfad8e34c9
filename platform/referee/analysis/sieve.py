"""Which decisions of a game are worth a closer look: every candidate in some imagined worlds, judged by the values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bots.house.generic import hooks_of
from bots.house.rollouts import judge_of
from engines import State
from engines.house import House
from engines.variants import Variant
from referee.analysis.line import judged
from referee.replay import Replay
from referee.verify import first_state

WORLDS = 16
"""A sieve may be coarse: the few decisions that look worst are played on in hundreds of worlds."""
MOST_CANDIDATES = 12
"""Of a decision with hundreds of actions, most of which differ little."""
RIVALS = 3
"""Candidates that may turn out to be the better action."""


@dataclass(frozen=True)
class Decision:
    """A decision as it was made, and what else could have been played."""

    step: int
    state: State
    seat: int
    action: int
    rivals: tuple[int, ...]
    """Best first, by the sieve."""
    loss: float
    """By the sieve: how much better the best of them looks."""


class Sieve:
    """Goes through the decisions that the programs of a replay made themselves."""

    def __init__(self, replay: Replay, variant: Variant, house: House) -> None:
        self._replay = replay
        self._variant = variant
        self._house = house
        self._judge = judge_of(variant.slug)
        self._rng = Random(f"sieve|{replay.transcript_hash}")

    def worst(self, number: int) -> list[Decision]:
        return sorted(self._decisions(), key=lambda decision: -decision.loss)[:number]

    def _decisions(self) -> Iterator[Decision]:
        failed = {fault.seat: fault.after_actions for fault in self._replay.faults}
        state = first_state(self._replay).clone()
        for step, taken in enumerate(self._replay.actions):
            seat, action = taken.seat, taken.action
            if step < failed.get(seat, len(self._replay.actions)):  # then a house bot plays on
                tried = self._candidates(state, seat, action)
                if len(tried) > 1:
                    means = self._means(state, seat, tried)
                    best = sorted((one for one in tried if one != action), key=lambda one: -means[one])
                    loss = means[best[0]] - means[action]
                    yield Decision(step, state.clone(), seat, action, tuple(best[:RIVALS]), loss)
            state.play(seat, action)

    def _candidates(self, state: State, seat: int, taken: int) -> list[int]:
        """Those worth trying; of very many some, and always what was played and what the expert would play."""
        legal = state.legal_actions(seat)
        if len(legal) < 2:
            return legal
        expert = self._house.expert
        usual = expert(state.resample(seat, self._rng), seat, legal) if expert else taken
        tried = hooks_of(self._house).shortlist(state, seat, legal)
        if len(tried) > MOST_CANDIDATES:
            tried = self._rng.sample(tried, MOST_CANDIDATES)
        return sorted({*tried, taken, usual})

    def _means(self, state: State, seat: int, tried: Sequence[int]) -> dict[int, float]:
        """Mean chance of the seat's side after each candidate, the same worlds for all."""
        side = self._variant.side_of(seat)
        reached: list[State] = []
        for _world in range(WORLDS):
            reached += in_one_world(state, seat, tried, self._rng)
        values = [row[side] for row in judged(self._variant, self._judge, reached)]
        return {action: sum(values[at :: len(tried)]) / WORLDS for at, action in enumerate(tried)}


def in_one_world(state: State, seat: int, actions: Sequence[int], rng: Random) -> list[State]:
    """The position after each action, all in one world that agrees with everything the seat knows."""
    world = state.resample(seat, rng)
    reached = []
    for action in actions:
        after = world.clone()
        after.apply(action, seat)
        reached.append(after)
    return reached
