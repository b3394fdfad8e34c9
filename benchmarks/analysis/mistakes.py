"""What does a full search for mistakes cost, and does an independent run confirm those that it shows?

Each mistake is measured anew, in as many other worlds. Three ways to say that it holds, each stricter than the last:
the other action is better again; by two standard errors; as much and as surely as the page asks before it shows one. Of
those that lie just above that limit half fall below it, however good the judge.
"""

import time
from collections.abc import Sequence
from statistics import fmean

from benchmarks.analysis.games import played
from referee.analysis.mistakes import is_mistake, measured_anew, mistakes_of


def row(slug: str, games: int) -> str:
    used: list[float] = []
    anew: list[tuple[float, float]] = []
    for number in range(games):
        replay = played(slug, f"mistakes {number}")
        begin = time.process_time()
        mistakes = mistakes_of(replay)
        used.append(time.process_time() - begin)
        anew += [measured_anew(replay, mistake, "an independent run") for mistake in mistakes]
    better = sum(loss > 0 for loss, _error in anew)
    surely = sum(loss > 0 and loss >= 2 * error for loss, error in anew)
    shown = sum(is_mistake(loss, error) for loss, error in anew)
    shares = " | ".join(f"{100 * part / len(anew):.0f} %" if anew else "-" for part in (better, surely, shown))
    return (
        f"| {slug} | {games} | {fmean(used):.2f} | {max(used):.2f} | {len(anew)} | {len(anew) / games:.1f} | {shares} |"
    )


def table(slugs: Sequence[str], games: int) -> None:
    print(
        "| games | number | CPU s a game | at most | mistakes | a game | better again | by two errors | shown again |"
    )
    print("|---" * 9 + "|")
    for slug in slugs:
        print(row(slug, games), flush=True)
