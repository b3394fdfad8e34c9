"""Which variant a match of a tournament plays, and which formats fit a variant."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from arena.matches.seating import entrant_counts
from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.formats.interface import Format, Preset
from arena.tournaments.planning.registry import FORMATS, PRESETS
from engines import RankPolicy, Variant, variant, variants
from engines.words import mark

DECIDED_BY_VARIANT = ("pod_size", "last_loses", "exact")
"""Settings that no organiser chooses: see ``complete_settings``."""


def is_pods(chosen: Format[Any] | Preset[Any]) -> bool:
    return any(field.name == "pod_size" for field in fields(chosen.settings))


def fits(chosen: Format[Any] | Preset[Any], played: Variant) -> bool:
    """Two-sided formats want matches of two entrants; pods want three seats or more, each its own side or all teams."""
    if not is_pods(chosen):
        return 2 in entrant_counts(played)
    if len({len(side) for side in played.sides}) > 1:
        return False
    is_exact = any(field.name == "exact" for field in fields(chosen.settings))
    return played.seats >= 3 and (len(played.sides) == played.seats or is_exact)


def formats_for(slug: str) -> tuple[Format[Any] | Preset[Any], ...]:
    played = variant(slug)
    known: list[Format[Any] | Preset[Any]] = [*FORMATS.values(), *PRESETS.values()]
    return tuple(kind for kind in known if fits(kind, played))


def complete_settings(
    chosen: Format[Any] | Preset[Any], slug: str, settings: Mapping[str, object]
) -> dict[str, object]:
    """The settings of a format with those that the variant decides."""
    played = variant(slug)
    if not fits(chosen, played):
        names = tuple(kind.title for kind in formats_for(slug))
        text = mark("{format} does not fit {variant}; choose from {names}")
        raise SettingsError(text, format=chosen.title, variant=played.title, names=names)
    names_known = {field.name for field in fields(chosen.settings)}
    decided: dict[str, object] = {}
    if "pod_size" in names_known:
        decided["pod_size"] = played.seats
    if "last_loses" in names_known:
        decided["last_loses"] = played.rank_policy is RankPolicy.LAST_LOSES
    if "exact" in names_known and len(played.sides) < played.seats:
        decided["exact"] = True
    return {**settings, **decided}


def variant_for(slug: str, entrants: int) -> str:
    """The variant a match with so many entrants plays: pods that shrank play with fewer seats.

    >>> variant_for("karma-4", 3), variant_for("karma-4-foresight", 4), variant_for("karmaka-2v2", 2)
    ('karma-3', 'karma-4-foresight', 'karmaka-2v2')
    """
    played = variant(slug)
    if entrants in entrant_counts(played):
        return slug
    smaller = slug.replace(f"-{played.seats}", f"-{entrants}", 1)
    if smaller not in {variant.slug for variant in variants()}:
        text = mark("{variant} has no variant for {entrants} entrants; choose another format")
        raise SettingsError(text, variant=played.title, entrants=entrants)
    return smaller
