"""Groups and a knockout after them: a preset of two stages."""

from dataclasses import dataclass
from enum import StrEnum

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.formats.interface import Preset, StageSetup
from arena.tournaments.planning.settings import check_at_least
from arena.tournaments.planning.standings.registry import ROUND_ROBIN_ORDER, check_tie_breaks
from engines.words import mark


class Knockout(StrEnum):
    SINGLE = "single_elimination"
    DOUBLE = "double_elimination"


@dataclass(frozen=True)
class GroupsKnockoutSettings:
    groups: int = 4
    advance: int = 2
    """How many of each group reach the knockout."""
    legs: int = 1
    knockout: Knockout = Knockout.SINGLE
    third_place: bool = False
    tie_breaks: tuple[str, ...] = ROUND_ROBIN_ORDER

    def __post_init__(self) -> None:
        check_at_least("groups", self.groups, 2)
        check_at_least("advance", self.advance, 1)
        check_tie_breaks(self.tie_breaks)
        if self.third_place and self.knockout is Knockout.DOUBLE:
            raise SettingsError(mark("double elimination has no match for third place; switch third_place off"))


def stages(settings: GroupsKnockoutSettings) -> tuple[StageSetup, ...]:
    first = {"groups": settings.groups, "legs": settings.legs, "tie_breaks": list(settings.tie_breaks)}
    second = {"third_place": settings.third_place} if settings.knockout is Knockout.SINGLE else {}
    return (StageSetup("groups", first, settings.advance), StageSetup(str(settings.knockout), second))


PRESET = Preset(
    name="groups_knockout",
    title="Groups and knockout",
    summary="Small round robins, then a bracket for the best of each group.",
    match_sizes=range(2, 3),
    least_entrants=4,
    settings=GroupsKnockoutSettings,
    stages_with=stages,
)
