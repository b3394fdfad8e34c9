"""Is luck fair? Over fresh games the luck of each side has mean zero, and what is left of the result varies less.

Every game is a line of a file, so a run that was stopped goes on where it was. A game depends on its number alone, and
whoever changes the values measures into another file: the estimator is a part of every line.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev, variance

from benchmarks.analysis.games import played
from benchmarks.journal import Journal
from bots.house.rollouts import judge_of
from referee.analysis.line import line_of


@dataclass(frozen=True)
class Measured:
    """One game, seen from the first side."""

    estimator: str
    is_unequal: bool
    number: int
    luck: float
    result: float
    cpu_s: float


def table(slugs: Sequence[str], games: int, file: Path, minutes: float) -> None:
    """So many games of each kind, in turns, so that a run that is cut short knows as much of all kinds."""
    until = time.monotonic() + 60 * minutes
    journal = Journal(file, Measured)
    there = {(one.estimator, one.is_unequal, one.number) for one in journal.rows}
    estimators = {slug: judge_of(slug).version for slug in slugs}
    for number in range(games):
        for slug, estimator in estimators.items():
            for is_unequal in (False, True):
                if (estimator, is_unequal, number) not in there and time.monotonic() < until:
                    journal.add(_measure(slug, estimator, is_unequal, number))
    print("| games | number | mean luck | standard error | errors from zero | variance left | CPU ms a game |")
    print("|---" * 7 + "|")
    for slug, estimator in estimators.items():
        for is_unequal in (False, True):
            rows = [one for one in journal.rows if (one.estimator, one.is_unequal) == (estimator, is_unequal)]
            print(_row(f"{slug} {'unequal' if is_unequal else 'close'}", rows))
        print(_row(f"{slug} both", [one for one in journal.rows if one.estimator == estimator]))


def _measure(slug: str, estimator: str, is_unequal: bool, number: int) -> Measured:
    replay = played(slug, f"bias {is_unequal} {number}", is_unequal)
    begin = time.process_time()
    line = line_of(replay)
    used = time.process_time() - begin
    return Measured(estimator, is_unequal, number, line.luck[0], line.chances[-1][0], used)


def _row(kind: str, rows: Sequence[Measured]) -> str:
    """Luck of the first side with its standard error, variance left, CPU of a game."""
    if len({one.result for one in rows}) < 2:  # of a few games nothing can be said
        return f"| {kind} | {len(rows)} | | | | | |"
    luck = [one.luck for one in rows]
    results = [one.result for one in rows]
    adjusted = [result - chance for result, chance in zip(results, luck, strict=True)]
    error = stdev(luck) / sqrt(len(rows))
    return (
        f"| {kind} | {len(rows)} | {fmean(luck):+.4f} | {error:.4f} | {abs(fmean(luck)) / error:.1f} "
        f"| {variance(adjusted) / variance(results):.2f} | {1000 * fmean(one.cpu_s for one in rows):.1f} |"
    )
