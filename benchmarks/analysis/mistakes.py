"""What does a full search for mistakes cost, and does an independent run confirm those that it shows?

Each mistake is measured anew, in other worlds. Three ways to say that it holds, each stricter than the last: the other
action is better again; by two standard errors; by both limits of the page, 5 % and three standard errors. The third is
what *confirmed* means: a mistake that an independent run would not show was none that should have been shown.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from benchmarks.analysis.games import played
from benchmarks.journal import Journal
from bots.house.rollouts import judge_of
from referee.analysis.mistakes import METHOD, is_mistake, measured_anew, mistakes_of


@dataclass(frozen=True)
class Searched:
    """One game."""

    estimator: str
    number: int
    cpu_s: float
    anew: list[list[float]]
    """Loss and its standard error in other worlds, of each mistake that was found."""


def table(slugs: Sequence[str], games: int, file: Path, minutes: float) -> None:
    """So many games of each variant, in turns."""
    until = time.monotonic() + 60 * minutes
    journal = Journal(file, Searched)
    there = {(one.estimator, one.number) for one in journal.rows}
    estimators = {slug: f"{judge_of(slug).version}-mistakes{METHOD}" for slug in slugs}
    for number in range(games):
        for slug, estimator in estimators.items():
            if (estimator, number) not in there and time.monotonic() < until:
                journal.add(_search(slug, estimator, number))
    print(
        "| games | number | CPU s a game | at most | mistakes | a game | better again | by two errors | shown again |"
    )
    print("|---" * 9 + "|")
    for slug, estimator in estimators.items():
        print(_row(slug, [one for one in journal.rows if one.estimator == estimator]))


def _search(slug: str, estimator: str, number: int) -> Searched:
    replay = played(slug, f"mistakes {number}")
    begin = time.process_time()
    mistakes = mistakes_of(replay)
    used = time.process_time() - begin
    anew = [list(measured_anew(replay, mistake, "an independent run")) for mistake in mistakes]
    return Searched(estimator, number, used, anew)


def _row(slug: str, rows: Sequence[Searched]) -> str:
    if not rows:
        return f"| {slug} | 0 | | | | | | | |"
    anew = [(loss, error) for one in rows for loss, error in one.anew]
    better = sum(loss > 0 for loss, _error in anew)
    surely = sum(loss > 0 and loss >= 2 * error for loss, error in anew)
    shown = sum(is_mistake(loss, error) for loss, error in anew)
    shares = " | ".join(f"{100 * part / len(anew):.0f} %" if anew else "-" for part in (better, surely, shown))
    used = [one.cpu_s for one in rows]
    return (
        f"| {slug} | {len(rows)} | {fmean(used):.2f} | {max(used):.2f} | {len(anew)} | {len(anew) / len(rows):.1f} "
        f"| {shares} |"
    )
