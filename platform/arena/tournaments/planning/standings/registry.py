"""All tie-breaks by name, and the order each kind of format uses unless the organiser chooses another."""

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.standings.tie_breaks import (
    buchholz,
    buchholz_cut1,
    buchholz_median,
    direct_encounter,
    fewer_last_places,
    first_places,
    opponents_average,
    seed,
    series_score,
    sonneborn_berger,
    wins,
)
from arena.tournaments.planning.standings.tie_breaks.interface import TieBreak
from engines.words import mark

_MODULES = (
    buchholz_cut1,
    buchholz,
    buchholz_median,
    sonneborn_berger,
    direct_encounter,
    wins,
    series_score,
    opponents_average,
    first_places,
    fewer_last_places,
    seed,
)
TIE_BREAKS: dict[str, TieBreak] = {module.TIE_BREAK.name: module.TIE_BREAK for module in _MODULES}

SWISS_ORDER = ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct_encounter", "wins", "seed")
ROUND_ROBIN_ORDER = ("direct_encounter", "sonneborn_berger", "wins", "series_score", "seed")
POD_ORDER = ("series_score", "opponents_average", "first_places", "seed")
LAST_LOSES_POD_ORDER = ("series_score", "opponents_average", "fewer_last_places", "seed")


def tie_break(name: str) -> TieBreak:
    """Look a tie-break up.

    >>> tie_break("buchholtz")
    Traceback (most recent call last):
    ...
    arena.tournaments.planning.errors.SettingsError: no tie-break is called 'buchholtz'; choose from \
buchholz_cut1, buchholz, buchholz_median, sonneborn_berger, direct_encounter, wins, series_score, \
opponents_average, first_places, fewer_last_places, seed
    """
    if name not in TIE_BREAKS:
        raise SettingsError(f"no tie-break is called {name!r}; choose from {', '.join(TIE_BREAKS)}")
    return TIE_BREAKS[name]


def check_tie_breaks(names: tuple[str, ...]) -> None:
    for name in names:
        tie_break(name)
    if len(set(names)) != len(names):
        text = mark("a tie-break is listed twice; the second time it cannot decide anything, so remove it")
        raise SettingsError(text)
