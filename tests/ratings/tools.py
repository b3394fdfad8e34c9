"""Builders of games shared by the tests of ratings."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engines.variants import RankPolicy
from referee.ratings.games import Entrant, RatedGame
from referee.ratings.table import Table, joined, tables_of

FIRST, LAST, FULL = RankPolicy.FIRST_WINS, RankPolicy.LAST_LOSES, RankPolicy.FULL_ORDER


def duels(*results: tuple[str, str, int, int], policy: RankPolicy = FIRST) -> list[RatedGame]:
    """(one, other, wins of one, wins of the other) as single games, each a block of its own."""
    games = []
    for one, other, wins, losses in results:
        games += [RatedGame.solo(policy, [one, other], [1, 2])] * wins
        games += [RatedGame.solo(policy, [one, other], [2, 1])] * losses
    return games


def pod(decisive: Mapping[str, int], policy: RankPolicy) -> list[RatedGame]:
    """Games of one pod; each entrant is the winner (loser) in as many games as told."""
    names = list(decisive)
    games = []
    for name, times in decisive.items():
        if policy is LAST:
            ranks = [len(names) if other == name else 1 for other in names]
        else:
            ranks = [1 if other == name else 2 for other in names]
        games += [RatedGame.solo(policy, names, ranks)] * times
    return games


def simulated(
    truth: Sequence[float], blocks: int, sides: int, policy: RankPolicy, *, seed: int, luck: float = 0.0
) -> list[RatedGame]:
    """Random blocks between bots with true strengths in logits. ``luck``: spread of what a seat is dealt."""
    rng = np.random.default_rng(seed)
    tables = np.argsort(rng.random((blocks, len(truth))), axis=1)[:, :sides]
    dealt = luck * rng.normal(size=(blocks, sides))
    turns = np.stack([np.roll(dealt, turn, axis=1) for turn in range(sides)], axis=1)
    worth = np.asarray(truth, dtype=np.float64)[tables][:, None, :] + turns
    results = _ranks(worth, policy, rng).tolist()
    return [
        RatedGame.solo(policy, table, ranks, block=block)
        for block, (table, games) in enumerate(zip(tables.tolist(), results, strict=True))
        for ranks in games
    ]


def _ranks(worth: NDArray[np.float64], policy: RankPolicy, rng: np.random.Generator) -> NDArray[np.int64]:
    """Adding Gumbel noise and sorting draws an order from the Plackett-Luce model."""
    noise = rng.gumbel(size=worth.shape)
    if policy is LAST:
        loses = noise - worth
        return np.where(loses == loses.max(axis=-1, keepdims=True), worth.shape[-1], 1)
    places = np.argsort(np.argsort(-(worth + noise), axis=-1), axis=-1) + 1
    return places if policy is FULL else np.minimum(places, 2)


def shifted(ratings: Mapping[Entrant, float], by: float) -> dict[Entrant, float]:
    return {entrant: rating + by for entrant, rating in ratings.items()}


def as_tables(games: Sequence[RatedGame]) -> list[Table]:
    """The same games in columns. Names of one letter become numbers; games without a block get one of their own."""
    return joined(tables_of((seq, 10_000 + seq, _payload(seq, game)) for seq, game in enumerate(games, 1)))


def _payload(seq: int, game: RatedGame) -> dict[str, object]:
    sides = [[number(member) for member in side] for side in game.sides]
    last = [side for side, rank in zip(sides, game.ranks, strict=True) if game.fault and rank == max(game.ranks)]
    return {
        "policy": game.policy.value,
        "sides": sides,
        "ranks": game.ranks,
        "block": 100_000 + seq if game.block is None else game.block,
        "fault": game.fault,
        "faulted": [member for side in last for member in side],
        "roles": game.roles,
    }


def number(name: Entrant) -> int:
    return name if isinstance(name, int) else ord(name)
