"""Would the search play better if it judged positions by the fitted values, or thought for longer?

``python -m benchmarks.house.values --seed choose`` tries ways to search against the search as it is, in blocks: every
deal in every seating, half of the table each. What does well there is tried again with ``--seed report``, on deals that
had no part in choosing it: the best of several is always lucky on the deals that chose it. Every block is a line of a
file, so a run that was stopped goes on where it was.

``--minutes`` are shared out evenly among the variants, and of a variant's ways the worse half is given up again and
again: blocks are better spent on telling the good ones apart. All ways meet the same deals.
"""

import argparse
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.house.ladder import block_seed, decision_ms, names_at_table, shares_of
from benchmarks.journal import Journal
from bots.house.base import HouseBot
from bots.house.generic import hooks_of
from bots.house.search import SearchBot
from bots.house.values import FittedJudge, fitted_judge
from engines import Variant, variant
from engines.house import Hooks, points_of_winner
from engines.registry import game as find_game
from engines.registry import games
from engines.variants import RankPolicy
from referee.entrants import HouseEntrant
from referee.series import play_block
from referee.stats import block_estimate

Way = Callable[[Hooks, Variant], Hooks]
USUAL = "search"
TO_THE_END = 1000
"""Decisions: far beyond every game that the experts play on."""
HEAT = 8
"""Blocks of each way before the worse half of them is given up."""


def _by_values(hooks: Hooks, played: Variant, part: float = 1.0, times: int = 1) -> Hooks:
    judge = fitted_judge(played.slug)
    if judge is None:
        raise SystemExit(f"No values are fitted for {played.slug}. Name other variants.")
    return hooks._replace(
        evaluate=_evaluation(played, judge),
        depth=max(1, round(part * hooks.depth)),
        simulations_per_ms=times * hooks.simulations_per_ms,
    )


def _evaluation(played: Variant, judge: FittedJudge) -> Callable[[Any], list[float]]:
    sides = len(played.sides)

    def evaluate(state: Any) -> list[float]:
        """Shares as the points that the search counts in."""
        [row] = judge.shares([state])
        if played.rank_policy is RankPolicy.LAST_LOSES:
            return [(1 - share) * sides / (2 * (sides - 1)) for share in row]
        if played.rank_policy is RankPolicy.FIRST_WINS:
            return [points_of_winner(share, sides) for share in row]
        return [share * sides / 2 for share in row]

    return evaluate


WAYS: dict[str, Way] = {
    "values": _by_values,
    "values, half the depth": lambda hooks, played: _by_values(hooks, played, 0.5),
    "values, a fifth of the depth": lambda hooks, played: _by_values(hooks, played, 0.2),
    # A shallow simulation takes about half the time, so this is what the same time buys.
    "values, a fifth of the depth, twice the simulations": lambda hooks, played: _by_values(hooks, played, 0.2, 2),
    "played to the end": lambda hooks, played: hooks._replace(depth=TO_THE_END),
    "four times the simulations": lambda hooks, played: hooks._replace(simulations_per_ms=4 * hooks.simulations_per_ms),
}


class _Searching(HouseEntrant):
    """The search with other hooks."""

    def __init__(self, way: str, seed: bytes) -> None:
        super().__init__(USUAL, seed)
        self._way = way

    def bot(self, slug: str, number: int) -> HouseBot:
        played = variant(slug)
        hooks = hooks_of(find_game(played.game).policies())
        return SearchBot(WAYS[self._way](hooks, played), block_seed(self._seed, number))


@dataclass(frozen=True)
class Block:
    """One deal in all seatings."""

    seed: str
    slug: str
    way: str
    number: int
    score: float
    """One half plus half of the lead over the search as it is."""
    games: int
    ms: float
    """Of a decision by the tried way."""


def played_block(seed: str, slug: str, way: str, number: int) -> Block:
    names = names_at_table(slug, way, USUAL)
    entrants = [
        (HouseEntrant if name == USUAL else _Searching)(name, block_seed(seed, slug, way, name, at, number))
        for at, name in enumerate(names)
    ]
    block = play_block(slug, entrants, block_seed(seed, slug, "deal", number), number)
    own, other = shares_of(names, way, block)
    return Block(
        seed, slug, way, number, float((1 + own - other) / 2), len(block.games), decision_ms(names, way, [block])
    )


@dataclass(frozen=True)
class Bounds:
    """Of the blocks of one variant."""

    blocks: int
    """Of each way."""
    seconds: float


def race(journal: Journal[Block], seed: str, slug: str, ways: Sequence[str], most: Bounds) -> None:
    """Blocks of one variant, on the same deals for all ways that are still in."""
    until = time.monotonic() + most.seconds
    scores: dict[str, dict[int, float]] = {way: {} for way in ways}
    for one in journal.rows:
        if (one.seed, one.slug) == (seed, slug) and one.way in scores:
            scores[one.way][one.number] = one.score
    for number in range(most.blocks):
        for way in still_in(scores, number):
            if number not in scores[way] and time.monotonic() < until:
                block = played_block(seed, slug, way, number)
                journal.add(block)
                scores[way][number] = block.score


def still_in(scores: dict[str, dict[int, float]], number: int) -> list[str]:
    """The ways that play the block with this number: after each heat the better half of those that played it."""
    ways = list(scores)
    for heat in range(1, number // HEAT + 1):
        before = {way: [score for at, score in scores[way].items() if at < heat * HEAT] for way in ways}
        ways.sort(key=lambda way: fmean(before[way] or [0.0]), reverse=True)
        ways = ways[: max(1, (len(ways) + 1) // 2)]
    return ways


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.house.values", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    first = [game.engine.variants()[0].slug for game in games()]
    parser.add_argument("--variants", nargs="+", default=first, metavar="SLUG", help="the smallest of every game")
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), default=list(WAYS))
    parser.add_argument("--blocks", type=int, default=200, help="most of each way")
    parser.add_argument("--seed", default="choose", help="other text, other deals")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--file", type=Path, default=Path("search-values.jsonl"), help="where a run goes on")
    told = parser.parse_args()
    journal = Journal(told.file, Block)
    most = Bounds(told.blocks, 60 * told.minutes / len(told.variants))
    for slug in told.variants:
        race(journal, told.seed, slug, told.ways, most)
    kinds = [(slug, way) for slug in told.variants for way in told.ways]
    print(
        "| variant | instead of the search as it is | deals | score, 95 % interval | blocks (games) | ms a decision |"
    )
    print("|---" * 6 + "|")
    for slug, way in kinds:
        _show(
            slug,
            way,
            told.seed,
            [one for one in journal.rows if (one.seed, one.slug, one.way) == (told.seed, slug, way)],
        )


def _show(slug: str, way: str, seed: str, blocks: Sequence[Block]) -> None:
    if len(blocks) < 2:
        return
    estimate = block_estimate([block.score for block in blocks])
    played = sum(block.games for block in blocks)
    print(
        f"| {slug} | {way} | {seed} | {estimate.mean:.3f} ({estimate.low or 0:.3f} to {estimate.high or 1:.3f}) "
        f"| {len(blocks)} ({played}) | {fmean(block.ms for block in blocks):.1f} |"
    )


if __name__ == "__main__":
    main()
