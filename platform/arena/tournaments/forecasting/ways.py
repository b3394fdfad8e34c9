"""Other ways to play the same field: formats that fit the variant, named as an organiser would."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.tournaments.fitting import complete_settings, formats_for
from arena.tournaments.planning.errors import TournamentError
from arena.tournaments.planning.forecast.plans import Way
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.registry import FORMATS, PRESETS, get_format, stages_of
from arena.tournaments.planning.shrinking import wanted_entrants

ALTERNATIVES = 3
"""Beside the organiser's own; each is simulated as often."""
_ORDER = ("swiss", "double_elimination", "groups_knockout", "round_robin", "single_elimination", "pod_swiss", "strikes",
          "pod_elimination")  # fmt: skip
"""Most useful first. A preset schedule is left out: to find one takes longer than to forecast the others."""
_LARGEST_ROUND_ROBIN = 24
"""Already 276 matches, many times those of any other format."""


@dataclass(frozen=True)
class Alternative:
    format: str
    setups: tuple[StageSetup, ...]


def alternatives(slug: str, present: tuple[StageSetup, ...], entrants: int) -> list[Alternative]:
    """Up to three that so many entrants can play."""
    fitting = {kind.name: kind for kind in formats_for(slug)}
    ways: list[Alternative] = []
    for name in _ORDER:
        if name not in fitting or (name == "round_robin" and entrants > _LARGEST_ROUND_ROBIN):
            continue
        try:
            settings = {"groups": max(2, min(8, entrants // 4))} if name == "groups_knockout" else {}
            setups = stages_of(name, complete_settings(fitting[name], slug, settings))
        except TournamentError:
            continue
        if wanted_entrants(setups[0]) > entrants or _formats(setups) == _formats(present):
            continue
        ways.append(Alternative(name, setups))
    return ways[:ALTERNATIVES]


def _formats(setups: tuple[StageSetup, ...]) -> list[str]:
    return [setup.format for setup in setups]


def title_of(name: str, way: Way, entrants: int) -> str:
    """ "Swiss system, 7 rounds, 10 blocks"."""
    chosen = PRESETS.get(name) or FORMATS[name]
    parts = [_(chosen.title)]
    first = way.setups[0]
    rounds = get_format(first.format).expected_rounds(first.settings, entrants)
    if rounds:
        parts.append(ngettext("%(number)d round", "%(number)d rounds", rounds) % {"number": rounds})
    if len(way.setups) > 1 and name not in PRESETS:
        parts.append(ngettext("%(number)d stage", "%(number)d stages", len(way.setups)) % {"number": len(way.setups)})
    blocks = way.lengths.blocks
    parts.append(ngettext("%(number)d block a match", "%(number)d blocks a match", blocks) % {"number": blocks})
    return _(", ").join(parts)
