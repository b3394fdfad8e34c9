"""What a person sees of a test, and what a program gets."""

import math
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rich.live import Live
from rich.table import Table
from rich.text import Text

from referee.cli.output import err, here, plain
from referee.ratings.sprt import EloEstimate, Verdict, VersionTest
from referee.versions.luck import Adjusted
from referee.versions.standing import Standing
from referee.words import plural, t

_SCALE = 31
"""Characters between the two bounds: fits beside the figures on eighty columns."""
_SAY_EVERY_S = 10.0
"""Where no line can be drawn over, as in the log of a build machine."""


class LiveLine:
    """One line that follows the test; in a file or a pipe, a line now and then."""

    def __init__(self, test: VersionTest, games_per_unit: int, *, is_shown: bool) -> None:
        self._test = test
        self._games_per_unit = games_per_unit
        self._is_shown = is_shown
        self._live = Live(console=err, transient=True) if is_shown and err.is_terminal else None
        self._begun = time.monotonic()
        self._before = -1
        self._said = self._begun

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
            self._live.update(Text(here(t("Building and starting …"))))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()

    def show(self, standing: Standing | None, played: int) -> None:
        """After each unit; ``played`` counts also those that no look has seen yet."""
        now = time.monotonic()
        if self._before < 0:
            self._before = played  # of an earlier run: they say nothing about the pace of this one
        if self._live:
            self._live.update(Text(self._line(standing, played, now)))
        elif self._is_shown and now - self._said >= _SAY_EVERY_S:
            self._said = now
            err.print(self._line(standing, played, now), markup=False)

    def _line(self, standing: Standing | None, played: int, now: float) -> str:
        if standing is None:
            sentence = t("{blocks}; the first look comes after ten.", blocks=_blocks(played))
            return here(sentence)
        pace = (now - self._begun) / max(1, played - self._before)
        left = standing.units_left(self._test, self._games_per_unit) * pace
        pace_told = here(t("about {time} left", time=_duration(left)))
        return f"{scale_of(standing)}  Elo {elo_text(standing.elo)}  {here(_blocks(played))}  {pace_told}"


def scale_of(standing: Standing) -> str:
    """The evidence between its two bounds.

    -2.94 [·········|····●····] 2.94
    """
    low, high = standing.bounds
    at = min(max((standing.llr - low) / (high - low), 0.0), 1.0)
    signs = ["·"] * _SCALE
    signs[round(-low / (high - low) * (_SCALE - 1))] = "|"
    signs[round(at * (_SCALE - 1))] = "●"
    return f"LLR {_signed(standing.llr)}  {low:.2f} [{''.join(signs)}] {high:.2f}"


def elo_text(estimate: EloEstimate) -> str:
    """
    >>> elo_text(EloEstimate(21.74, 17.07)), elo_text(EloEstimate(math.inf, math.inf))
    ('+21.7 ± 17.1', '+∞')
    """
    if math.isinf(estimate.elo):
        return "+∞" if estimate.elo > 0 else "-∞"
    margin = "± ∞" if math.isinf(estimate.margin) else f"± {estimate.margin:.1f}"
    return f"{estimate.elo:+.1f} {margin}"


def _signed(value: float) -> str:
    return f"{value:+.2f}" if math.isfinite(value) else ("+∞" if value > 0 else "-∞")


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _blocks(count: int) -> str:
    return plural("{n} block", "{n} blocks", count)


def _games(count: int) -> str:
    return plural("{n} game", "{n} games", count)


def sentence(standing: Standing, test: VersionTest, names: tuple[str, str]) -> str:
    """The answer in words."""
    new, old = names
    if standing.verdict is Verdict.BETTER:
        if test.elo0 < 0.0:
            return t(
                "{new} is no worse than {old}: its lead is above {elo} Elo.", new=new, old=old, elo=f"{test.elo0:g}"
            )
        return t("{new} is better than {old}.", new=new, old=old)
    if standing.verdict is Verdict.NOT_BETTER:
        return t("{new} is not better than {old} by {elo} Elo.", new=new, old=old, elo=f"{test.elo1:g}")
    return plural(
        "Undecided after {n} game: go on with a larger --max-games.",
        "Undecided after {n} games: go on with a larger --max-games.",
        standing.games,
    )


def result_table(
    standing: Standing,
    test: VersionTest,
    names: tuple[str, str],
    seconds: float,
    path: Path,
    *,
    without_luck: Adjusted | None = None,
) -> Table:
    table = Table(title=plain(sentence(standing, test, names)), title_justify="left", show_header=False)
    asked = t(
        "{low} against {high} Elo, errors {alpha} and {beta}",
        low=f"{test.elo0:g}",
        high=f"{test.elo1:g}",
        alpha=f"{test.alpha:g}",
        beta=f"{test.beta:g}",
    )
    played = f"{here(_blocks(standing.units))}, {here(_games(standing.games))}, {_duration(seconds)}"
    table.add_row(here(t("Elo, {level} interval", level="95 %")), elo_text(standing.elo))
    if without_luck is not None and without_luck.helps:
        sure = t("{elo} (like {factor} × the games)", elo=elo_text(without_luck.elo), factor=without_luck.factor)
        table.add_row(here(t("without the luck of the cards")), here(sure))
    table.add_row(here(t("evidence")), scale_of(standing))
    table.add_row(here(t("hypotheses")), here(asked))
    table.add_row(here(t("played")), played)
    for name, points, faults in (
        (names[0], standing.new_points, standing.new_faults),
        (names[1], standing.old_points, standing.old_faults),
    ):
        told = here(t("{points} points a game", points=f"{points:.3f}"))
        failed = here(plural("{n} fault", "{n} faults", faults)) if faults else ""
        table.add_row(plain(name), ", ".join(filter(None, (told, failed))))
    if standing.is_lopsided:
        note = t("Both win, or both lose, nearly always: opponents of their strength would tell more.")
        table.add_row(here(t("note")), here(note))
    if standing.new_faults or standing.old_faults:
        note = t("A fault loses its game. arena play with --blocks shows the first in full.")
        table.add_row(here(t("note")), here(note))
    table.add_row(here(t("kept in")), plain(str(path)))
    return table


def as_json_result(
    standing: Standing, test: VersionTest, slug: str, names: tuple[str, str], without_luck: Adjusted | None = None
) -> dict[str, Any]:
    """For programs. Numbers that are not finite are null."""
    return {
        "variant": slug,
        "new": names[0],
        "old": names[1],
        "verdict": standing.verdict.value,
        "elo": _finite(standing.elo.elo),
        "margin_95": _finite(standing.elo.margin),
        "llr": _finite(standing.llr),
        "bounds": list(standing.bounds),
        "elo0": test.elo0,
        "elo1": test.elo1,
        "blocks": standing.units,
        "games": standing.games,
        "points": [standing.new_points, standing.old_points],
        "faults": [standing.new_faults, standing.old_faults],
        "without_luck": None
        if without_luck is None
        else {
            "elo": _finite(without_luck.elo.elo),
            "margin_95": _finite(without_luck.elo.margin),
            "variance_left": without_luck.variance_left,
            "blocks": without_luck.units,
        },
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
