"""Judging a position without fitted values: the rest of the game is played some times, as the house plays it."""

from collections.abc import Sequence
from random import Random

from bots.house.generic import by_progress
from bots.house.values import Judge, fitted_judge, result_shares
from engines import PUBLIC, State
from engines import variant as find_variant
from engines.house import House
from engines.registry import game as find_game
from engines.variants import Variant

GAMES = 12
"""Played on from each position: uncertain by some 14 %. Four times as many would be half as uncertain and take four
times as long."""
LONGEST = 2_000
"""Decisions after which who is ahead has won: far beyond every game among sensible policies."""


class RolloutJudge:
    """Everybody goes on as the game's expert, its rules of thumb, or at random where it has neither."""

    def __init__(self, variant: Variant, house: House, games: int = GAMES) -> None:
        self._variant = variant
        self._policy = house.expert or house.greedy
        self._redeal = house.insight.redeal if house.insight else None
        self._games = games
        self.version = f"{variant.slug}-played-on-{games}"

    def shares(self, states: Sequence[State]) -> list[list[float]]:
        return [self._mean(state, Random(f"{self.version}|{at}")) for at, state in enumerate(states)]

    def _mean(self, state: State, rng: Random) -> list[float]:
        if state.is_over():
            return result_shares(self._variant, state.ranks())
        totals = [0.0] * len(self._variant.sides)
        for _game in range(self._games):
            # Hidden cards are dealt anew: the real order of a pile is nobody's chance but fate.
            world = self._redeal(state, rng) if self._redeal else state.resample(PUBLIC, rng)
            for side, share in enumerate(self.play_on(world, rng)):
                totals[side] += share / self._games
        return totals

    def play_on(self, state: State, rng: Random) -> list[float]:
        """The shares of one game played on to its end; the state is used up."""
        for _decision in range(LONGEST):
            if state.is_over():
                return result_shares(self._variant, state.ranks())
            legal = state.legal_actions()
            seat = state.actor()
            state.apply(self._policy(state, seat, legal) if self._policy else rng.choice(legal), seat)
        points = by_progress(state)
        return [one / sum(points) for one in points]


def judge_of(slug: str) -> Judge:
    """The fitted values of a variant, or games played on. Raises ``ValuesError`` where a package is missing."""
    variant = find_variant(slug)
    return fitted_judge(slug) or RolloutJudge(variant, find_game(variant.game).policies())
