"""Round robin between two: everybody meets everybody."""

from dataclasses import dataclass

from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.formats.round_robin.meetings import play_groups
from arena.tournaments.planning.plans import StagePlan, table_plan
from arena.tournaments.planning.settings import check_at_least
from arena.tournaments.planning.standings.registry import ROUND_ROBIN_ORDER, check_tie_breaks
from arena.tournaments.planning.values import StageFacts


@dataclass(frozen=True)
class RoundRobinSettings:
    legs: int = 1
    """How often each two entrants meet."""
    tie_breaks: tuple[str, ...] = ROUND_ROBIN_ORDER

    def __post_init__(self) -> None:
        check_at_least("legs", self.legs, 1)
        check_tie_breaks(self.tie_breaks)


def plan(settings: RoundRobinSettings, state: StageFacts) -> StagePlan:
    played = play_groups([[e.id for e in state.seeded]], settings.legs, settings.tie_breaks, state)
    is_complete = all(planned.is_complete for planned in played.rounds)
    return table_plan(played.rounds, played.conflicts, lambda: played.make_tables()[0], is_complete=is_complete)


FORMAT = Format(
    name="round_robin",
    title="Round robin",
    summary="Everybody meets everybody: the fairest table, with n(n - 1)/2 matches.",
    match_sizes=range(2, 3),
    least_entrants=2,
    settings=RoundRobinSettings,
    plan_with=plan,
)
