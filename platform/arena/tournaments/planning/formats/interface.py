"""The one interface of all formats. A format is a folder with a FORMAT or a PRESET; the registry lists them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from arena.tournaments.planning.disqualified import disqualified_last
from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.plans import StagePlan
from arena.tournaments.planning.settings import read_settings
from arena.tournaments.planning.values import StageFacts
from engines.words import mark

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    S = TypeVar("S", bound=DataclassInstance)
else:
    S = TypeVar("S")


@dataclass(frozen=True)
class StageSetup:
    """One stage of a tournament: a format, its settings, and who goes on."""

    format: str
    settings: Mapping[str, object] = field(default_factory=dict)
    advance: int | None = None
    """How many of each table (of each group; of a bracket: how many altogether) reach the next stage."""


@dataclass(frozen=True)
class Preset(Generic[S]):
    """Several stages under one name."""

    name: str
    title: str
    summary: str
    match_sizes: range
    least_entrants: int
    settings: type[S]
    stages_with: Callable[[S], tuple[StageSetup, ...]]

    def stages(self, values: Mapping[str, object]) -> tuple[StageSetup, ...]:
        return self.stages_with(read_settings(self.settings, values))


@dataclass(frozen=True)
class Format(Generic[S]):
    name: str
    title: str
    summary: str
    """One sentence for the organiser who chooses."""
    match_sizes: range
    """How many entrants may meet in one match."""
    least_entrants: int
    settings: type[S]
    plan_with: Callable[[S, StageFacts], StagePlan]
    pairs_by_round: bool = False
    """Whether rounds are paired one at a time, from the results so far (published pairings are then binding)."""
    takes_late_entries: bool = False
    """Whether entrants may come late, or come back."""
    rounds_with: Callable[[S, int], int] | None = None
    """How many rounds a field of this size plays, if that is known before they are paired."""
    least_with: Callable[[S], int] | None = None
    """The least number of entrants where it depends on the settings; else `least_entrants`."""

    def read(self, values: Mapping[str, object]) -> S:
        return read_settings(self.settings, values)

    def plan(self, values: Mapping[str, object], state: StageFacts) -> StagePlan:
        """What should exist, given everything that is known. Pure; see `arena.tournaments.planning.plans`."""
        settings = self.read(values)
        self._check(values, state)
        return disqualified_last(self.plan_with(settings, state), state.departed)

    def expected_rounds(self, values: Mapping[str, object], entrants: int) -> int | None:
        return self.rounds_with(self.read(values), entrants) if self.rounds_with else None

    def least(self, values: Mapping[str, object]) -> int:
        """How many entrants these settings need before a match can be played."""
        return self.least_with(self.read(values)) if self.least_with else self.least_entrants

    def _check(self, values: Mapping[str, object], state: StageFacts) -> None:
        least = self.least(values)
        if len(state.entrants) < least:
            text = mark(
                "{format} needs at least {least} entrants, not {count}: wait for more entrants or choose another format"
            )
            raise StateError(text, format=self.title, least=least, count=len(state.entrants))
        if self.takes_late_entries:
            return
        if any(entrant.entered_round > 1 for entrant in state.entrants):
            text = mark("{format} takes no late entries: the structure is fixed at the start")
            raise StateError(text, format=self.title)
        if any(departure.returned_round is not None for departure in state.departed):
            text = mark("{format} cannot take an entrant back: its matches are walkovers already")
            raise StateError(text, format=self.title)
