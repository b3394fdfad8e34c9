"""What becomes of a stage that fewer entrants reach than its settings want. It never raises: it gets smaller.

In this order: no match for third place; fewer groups; smaller pods; one match; a winner without a match. Before a
tournament starts the same question is asked about the numbers its settings promise, and answered with a refusal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from arena.tournaments.planning.errors import Phrase, SettingsError, Value
from arena.tournaments.planning.formats.double_elimination.drops import LARGEST
from arena.tournaments.planning.formats.interface import StageSetup
from arena.tournaments.planning.formats.pod_schedule.every_pod import is_affordable
from arena.tournaments.planning.registry import get_format
from engines.words import mark

ONE_BRACKET = "single_elimination"


class Step(StrEnum):
    """What was given up, as a sentence for the log."""

    NO_THIRD_PLACE = mark("there is no match for third place")
    FEWER_GROUPS = mark("there are fewer groups")
    SMALLER_PODS = mark("not every possible table is played")
    BRACKET = mark("a single elimination is played instead")
    NO_MATCH = mark("no match is left to play")


@dataclass(frozen=True)
class Shrunk:
    setup: StageSetup
    steps: tuple[Step, ...] = ()

    @property
    def is_played(self) -> bool:
        return Step.NO_MATCH not in self.steps


def shrink(setup: StageSetup, entrants: int) -> Shrunk:
    """The setup as it can be played by so many.

    >>> shrink(StageSetup("single_elimination", {"third_place": True}), 3).steps
    (<Step.NO_THIRD_PLACE: 'there is no match for third place'>,)
    >>> shrink(StageSetup("groups", {"groups": 4}), 5).setup.settings
    {'groups': 2}
    >>> shrink(StageSetup("double_elimination"), 2).setup.format
    'single_elimination'
    """
    if entrants < 2:
        return Shrunk(setup, (Step.NO_MATCH,))
    steps: list[Step] = []
    settings = dict(setup.settings)
    if settings.get("third_place") and entrants < 4:
        settings["third_place"] = False
        steps.append(Step.NO_THIRD_PLACE)
    if setup.format == "groups" and entrants < 2 * _groups(setup):
        settings["groups"] = entrants // 2
        steps.append(Step.FEWER_GROUPS)
    if settings.get("every_pod") and not is_affordable(entrants, int(str(settings.get("pod_size", 4)))):
        settings["every_pod"] = False
        steps.append(Step.SMALLER_PODS)
    smaller = replace(setup, settings=settings)
    if entrants < get_format(setup.format).least(settings) or _is_too_large(setup.format, entrants):
        # Two or three who are left at a table for four, or two in a double elimination: one bracket decides.
        smaller = StageSetup(ONE_BRACKET, {}, setup.advance)
        steps.append(Step.BRACKET)
    return Shrunk(smaller, tuple(steps))


def check_links(setups: Sequence[StageSetup]) -> None:
    """Refuse stages that do not lead into each other."""
    if not setups:
        raise SettingsError(mark("a tournament needs at least one stage"))
    for setup in setups[:-1]:
        if setup.advance is None or setup.advance < 1:
            text = mark("say how many advance from the {format} stage: at least 1")
            raise SettingsError(text, format=setup.format)


def check_setups(setups: Sequence[StageSetup]) -> None:
    """For a tournament that is being made: refuse also stages that promise too few entrants to the next one.

    A tournament that exists is not asked again. What was accepted once is played, if need be smaller.
    """
    check_links(setups)
    for number, (setup, following) in enumerate(pairwise(setups), start=2):
        promised = promised_qualifiers(setup)
        wanted = wanted_entrants(following)
        if promised < wanted:
            text = mark(
                "stage {number} needs at least {wanted} entrants ({why}), and {promised} advance to it: let more "
                "advance, or choose another format"
            )
            raise SettingsError(text, number=number, wanted=wanted, why=_why(following), promised=promised)


def promised_qualifiers(setup: StageSetup) -> int:
    """How many reach the next stage when the field is large enough."""
    return (setup.advance or 0) * (_groups(setup) if setup.format == "groups" else 1)


def wanted_entrants(setup: StageSetup) -> int:
    """The smallest field that plays a stage as it was set."""
    chosen = get_format(setup.format)
    least = chosen.least(setup.settings)
    if setup.settings.get("third_place"):
        least = max(least, 4)
    if setup.format == "groups":
        least = max(least, 2 * _groups(setup))
    return least


def _why(setup: StageSetup) -> tuple[Value, ...]:
    return get_format(setup.format).title, *_details(setup.settings)


def _details(settings: Mapping[str, object]) -> Iterator[Value]:
    if settings.get("third_place"):
        yield mark("with a match for third place")
    if "groups" in settings:
        yield Phrase.of(mark("{count} groups of two or more"), count=str(settings["groups"]))
    if settings.get("exact"):
        yield Phrase.of(mark("tables of exactly {size}"), size=str(settings.get("pod_size", 4)))


def _groups(setup: StageSetup) -> int:
    chosen: int = get_format(setup.format).read(setup.settings).groups
    return chosen


def _is_too_large(name: str, entrants: int) -> bool:
    return name == "double_elimination" and entrants > LARGEST
