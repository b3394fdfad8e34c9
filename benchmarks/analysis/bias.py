"""Is luck fair? Over fresh games the luck of each side has mean zero, and what is left of the result varies less."""

import time
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev, variance

from benchmarks.analysis.games import played
from referee.analysis.line import line_of


def bias(slug: str, games: int, unequal: bool) -> str:
    """A row of the table: luck of side 0 with its standard error, variance left, CPU of a game."""
    luck: list[float] = []
    results: list[float] = []
    used = 0.0
    for number in range(games):
        replay = played(slug, f"bias {unequal} {number}", unequal)
        begin = time.process_time()
        line = line_of(replay)
        used += time.process_time() - begin
        luck.append(line.luck[0])
        results.append(line.chances[-1][0])
    adjusted = [result - chance for result, chance in zip(results, luck, strict=True)]
    error = stdev(luck) / sqrt(games)
    kind = "unequal" if unequal else "close"
    return (
        f"| {slug} {kind} | {games} | {fmean(luck):+.4f} | {error:.4f} | {abs(fmean(luck)) / error:.1f} "
        f"| {variance(adjusted) / variance(results):.2f} | {1000 * used / games:.1f} |"
    )


def table(slugs: Sequence[str], games: int) -> None:
    print("| games | number | mean luck | standard error | errors from zero | variance left | CPU ms a game |")
    print("|---" * 7 + "|")
    for slug in slugs:
        for unequal in (False, True):
            print(bias(slug, games, unequal), flush=True)
