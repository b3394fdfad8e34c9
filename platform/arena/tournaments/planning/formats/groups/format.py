"""Groups: several small round robins side by side, dealt by snake. Usually the first of two stages."""

from dataclasses import dataclass

from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.formats.groups.ranking import across_groups
from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.formats.round_robin.meetings import play_groups
from arena.tournaments.planning.owners import dealt_groups, owners_of
from arena.tournaments.planning.plans import Place, StagePlan
from arena.tournaments.planning.settings import check_at_least
from arena.tournaments.planning.standings.registry import ROUND_ROBIN_ORDER, check_tie_breaks
from arena.tournaments.planning.values import StageFacts
from engines.words import mark


@dataclass(frozen=True)
class GroupsSettings:
    groups: int = 4
    legs: int = 1
    """How often each two entrants of a group meet."""
    tie_breaks: tuple[str, ...] = ROUND_ROBIN_ORDER

    def __post_init__(self) -> None:
        check_at_least("groups", self.groups, 1)
        check_at_least("legs", self.legs, 1)
        check_tie_breaks(self.tie_breaks)


def plan(settings: GroupsSettings, state: StageFacts) -> StagePlan:
    if len(state.entrants) < 2 * settings.groups:
        text = mark("{groups} groups need at least {least} entrants, two each, not {count}; choose fewer groups")
        raise SettingsError(text, groups=settings.groups, least=2 * settings.groups, count=len(state.entrants))
    seeded = state.seeded
    groups = [[seeded[seed].id for seed in seeds] for seeds in dealt_groups(owners_of(seeded), settings.groups)]
    played = play_groups(groups, settings.legs, settings.tie_breaks, state)
    is_complete = all(planned.is_complete for planned in played.rounds)
    ranked = across_groups(played.make_tables()) if is_complete else ()
    places = tuple(Place(i + 1, entry.entrant) for i, entry in enumerate(ranked))
    return StagePlan(played.rounds, is_complete, places, played.conflicts, played.make_tables)


FORMAT = Format(
    name="groups",
    title="Groups",
    summary="Small round robins side by side, dealt by snake; the best of each go on to the next stage.",
    match_sizes=range(2, 3),
    least_entrants=2,
    settings=GroupsSettings,
    plan_with=plan,
)
