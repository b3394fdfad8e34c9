"""Simulated seasons: what intervals and tie groups promise, counted. ``python -m tests.ratings.seasons`` runs many.

The suite runs a few hundred seasons of each kind with a fixed seed and bounds that leave room for chance; the command
runs thousands and is held to the promise itself.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.variants import RankPolicy
from referee.ratings.fit.batch import BatchFit, Difference, fit, fit_columns
from referee.ratings.fit.columns import of_tables
from referee.ratings.fit.rank_range import tie_groups
from referee.ratings.games import Entrant, RatedGame
from referee.ratings.scale import POINTS_PER_LOGIT
from referee.ratings.table import Form
from referee.ratings.table import Table as Log

FIRST, LAST = RankPolicy.FIRST_WINS, RankPolicy.LAST_LOSES
BLOCKS: Final = (10, 20, 50, 150)
SPREAD: Final = 0.5
"""Logits from the middle to the best and the worst bot."""
SHARED: Final = 0.5
"""How often the luck of a seat comes from the deal, which all games of the block share, and not from the game alone.
Each single game keeps exactly the chances of the model: luck that is added to strengths would squeeze the scale, and
intervals around the true strengths would miss for that reason."""
ROLE: Final = 0.3
PARTNERS: Final = ((0, 2, 1, 3), (0, 1, 2, 3), (0, 3, 1, 2))

Floats = NDArray[np.float64]
Table = NDArray[np.int64]


def duel(table: Table, worth: Floats, block: int, rng: np.random.Generator) -> Iterator[RatedGame]:
    return solo(FIRST, table, worth, block, rng)


def solo(policy: RankPolicy, table: Table, worth: Floats, block: int, rng: np.random.Generator) -> Iterator[RatedGame]:
    """One deal, every bot in every seat once."""
    sides = len(table)
    deal = rng.gumbel(size=sides)
    sign = -1.0 if policy is LAST else 1.0
    for turn in range(sides):
        luck = np.roll(_luck(deal, rng), turn)
        decided = int(np.argmax(sign * worth[table] + luck))
        other, mark = (1, sides) if policy is LAST else (2, 1)
        ranks = [mark if seat == decided else other for seat in range(sides)]
        yield RatedGame.solo(policy, table.tolist(), ranks, block=block)


def _luck(deal: Floats, rng: np.random.Generator) -> Floats:
    """Of each seat in one game."""
    return np.where(rng.random(len(deal)) < SHARED, deal, rng.gumbel(size=len(deal)))


def pairs(table: Table, worth: Floats, block: int, rng: np.random.Generator) -> Iterator[RatedGame]:
    """Two against two; partnerships take turns."""
    seated = table[list(PARTNERS[block % 3])]
    one, other = tuple(seated[:2].tolist()), tuple(seated[2:].tolist())
    deal = rng.gumbel(size=2)
    for turn in range(4):
        lead = worth[seated[:2]].mean() - worth[seated[2:]].mean()
        yield RatedGame(FIRST, (one, other), _won(lead, np.roll(_luck(deal, rng), turn)), block)


def wolf(table: Table, worth: Floats, block: int, rng: np.random.Generator) -> Iterator[RatedGame]:
    """One against a pair, both ways, three seats each."""
    deals = rng.gumbel(size=(3, 2))
    for single, pair in (table.tolist(), table[::-1].tolist()):
        for deal in deals:
            ranks = _won(worth[single] + ROLE - worth[pair], _luck(deal, rng))
            yield RatedGame(FIRST, ((single,), (pair, pair)), ranks, block, roles=("single", ""))


def _won(lead: float, luck: Floats) -> tuple[int, int]:
    return (1, 2) if lead + luck[0] > luck[1] else (2, 1)


@dataclass(frozen=True)
class Kind:
    at_a_table: int
    play: Callable[[Table, Floats, int, np.random.Generator], Iterator[RatedGame]]


KINDS: Final = {
    "2 seats, first wins": Kind(2, duel),
    "4 seats, first wins": Kind(4, lambda *given: solo(FIRST, *given)),
    "4 seats, last loses": Kind(4, lambda *given: solo(LAST, *given)),
    "2 against 2": Kind(4, pairs),
    "wolf": Kind(2, wolf),
}


def season(kind: Kind, truth: Floats, blocks: int, rng: np.random.Generator) -> list[RatedGame]:
    """Every bot plays about so many blocks: shuffled, cut into tables, shuffled again."""
    games: list[RatedGame] = []
    tables = len(truth) * blocks // kind.at_a_table
    block = 0
    while block < tables:
        order = rng.permutation(len(truth))
        for start in range(0, len(order) - kind.at_a_table + 1, kind.at_a_table):
            if block < tables:
                games += kind.play(order[start : start + kind.at_a_table], truth, block, rng)
                block += 1
    return games


class Share(NamedTuple):
    """Of a simulation: what it found, and how far chance alone may have moved that."""

    percent: float
    error: float
    """Standard error. Intervals of one season hang together, so it is measured between seasons."""

    @classmethod
    def of(cls, seasons: Sequence[float]) -> "Share":
        return cls(100 * float(np.mean(seasons)), 100 * float(np.std(seasons) / np.sqrt(max(len(seasons) - 1, 1))))

    def __str__(self) -> str:
        return f"{self.percent:.2f} % (± {self.error:.2f})"

    def is_within(self, low: float, high: float) -> bool:
        """Not further outside than three standard errors explain."""
        return low - 3 * self.error <= self.percent <= high + 3 * self.error


def coverage(kind: Kind, blocks: int, seasons: int, bots: int = 12, seed: int = 0) -> tuple[Share, Share]:
    """Share of intervals that hold the truth: of ratings, and of differences of two."""
    rng = np.random.default_rng([seed, blocks, bots])
    truth = np.linspace(-SPREAD, SPREAD, bots)
    anchors: dict[Entrant, float] = {
        bot: 1500.0 + POINTS_PER_LOGIT * float(truth[bot]) for bot in (0, bots // 2, bots - 1)
    }
    own: list[float] = []
    between: list[float] = []
    for _ in range(seasons):
        found = fit(season(kind, truth, blocks, rng), anchors)
        own.append(
            _mean([
                abs(line.rating - 1500 - POINTS_PER_LOGIT * truth[int(line.entrant)]) < line.margin
                for line in found.ratings
                if line.entrant not in anchors
            ])
        )  # fmt: skip
        leads = [(one, (one + 1 + one % (bots - 1)) % bots) for one in range(bots)]  # near and far ones
        between.append(_mean([_holds(found.difference(*pair), truth[pair[0]] - truth[pair[1]]) for pair in leads]))
    return Share.of(own), Share.of(between)


def _mean(hits: Sequence[bool]) -> float:
    return float(np.mean(hits))


def _holds(lead: Difference, truth: float) -> bool:
    return abs(lead.points - POINTS_PER_LOGIT * truth) < lead.margin


def groups(found: BatchFit) -> int:
    ratings, evidence = [line.rating for line in found.ratings], [line.evidence for line in found.ratings]
    return len(tie_groups(ratings, found.covariance, evidence))


def equal_duels(bots: int, blocks: int, rng: np.random.Generator) -> Log:
    """A season of ``duel`` between equal bots, all games at once and in columns: a hundred bots take ten thousands."""
    count = bots * blocks // 2
    rounds = -(-count // (bots // 2))
    orders = rng.permuted(np.tile(np.arange(bots), (rounds, 1)), axis=1)
    tables = orders[:, : bots // 2 * 2].reshape(-1, 2)[:count]
    deals, own = rng.gumbel(size=(count, 1, 2)), rng.gumbel(size=(count, 2, 2))
    luck = np.where(rng.random((count, 2, 2)) < SHARED, deals, own)
    luck[:, 1] = luck[:, 1, ::-1]  # in the second game they change seats
    form = Form(FIRST.value, (1, 1), ())
    rows = np.zeros(2 * count, dtype=form.dtype)
    rows["seq"] = rows["game"] = np.arange(1, len(rows) + 1)
    rows["block"] = np.arange(len(rows)) // 2
    rows["members"] = np.repeat(tables, 2, axis=0)
    rows["ranks"] = np.where(np.arange(2) == luck.argmax(axis=2).reshape(-1, 1), 1, 2)
    return Log(form, rows)


def false_splits(bots: int, blocks: int, seasons: int, seed: int = 0) -> Share:
    """Share of seasons of equal bots in which the board shows more than one group."""
    rng = np.random.default_rng([seed, blocks, bots])
    return Share.of([groups(fit_columns(of_tables([equal_duels(bots, blocks, rng)]))) > 1 for _ in range(seasons)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seasons", type=int, default=2000)
    parser.add_argument("--blocks", type=int, nargs="*", default=BLOCKS)
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), help="names of kinds; none of them: splits only")
    parser.add_argument("--bots", type=int, nargs="*", default=[5, 20, 100], help="equal bots on a board")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    broken = 0
    for name in chosen.kinds:
        for blocks in chosen.blocks:
            own, between = coverage(KINDS[name], blocks, chosen.seasons, seed=chosen.seed)
            broken += not (own.is_within(94, 96) and between.is_within(94, 96))
            print(f"{name:<22}{blocks:4} blocks: ratings {own}, pairs {between}", flush=True)
    for bots in chosen.bots:
        for blocks in chosen.blocks:
            share = false_splits(bots, blocks, chosen.seasons, chosen.seed)
            broken += not share.is_within(0, 7)
            print(f"{bots:4} equal bots, {blocks:4} blocks: false splits in {share} of seasons", flush=True)
    if broken:
        sys.exit(f"{broken} of these break the promise by more than three standard errors.")


if __name__ == "__main__":
    main()
