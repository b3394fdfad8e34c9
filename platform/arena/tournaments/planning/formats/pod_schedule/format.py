"""Preset pod schedule: all rounds are known from the start, and the same entrants meet as rarely as possible."""

from dataclasses import dataclass
from functools import lru_cache

from arena.tournaments.planning.deciding import Decider
from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.formats.pod_schedule.annealing import Round, anneal
from arena.tournaments.planning.formats.pod_schedule.every_pod import every_pod
from arena.tournaments.planning.formats.pod_settings import POD_SIZES, check_pod_size, pod_tie_breaks
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, RoundPlan, Slot, StagePlan, table_plan
from arena.tournaments.planning.pods import pod_sizes
from arena.tournaments.planning.rounds import book_of
from arena.tournaments.planning.settings import check_at_least
from arena.tournaments.planning.standings.table import standings
from arena.tournaments.planning.values import EntrantId, NodeKey, Pairing, StageFacts


@dataclass(frozen=True)
class PodScheduleSettings:
    pod_size: int = 4
    rounds: int = 4
    every_pod: bool = False
    """Play every possible pod once instead of a number of rounds; for small fields."""
    last_loses: bool = False
    """Whether the game knows one loser and no winner; changes the default tie-breaks."""
    tie_breaks: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        check_pod_size(self.pod_size)
        check_at_least("rounds", self.rounds, 1)
        self.order()

    def order(self) -> tuple[str, ...]:
        return pod_tie_breaks(self.tie_breaks, last_loses=self.last_loses)


@lru_cache(maxsize=64)
def preset_rounds(
    entrants: int, pod_size: int, rounds: int, owners: tuple[EntrantId | None, ...] = ()
) -> tuple[Round, ...]:
    """The schedule for entrants 0..n-1, best seed first. Computed once in a process: it takes up to some seconds."""
    return anneal(pod_sizes(entrants, pod_size), rounds, owners=owners).rounds


def plan(settings: PodScheduleSettings, state: StageFacts) -> StagePlan:
    decider = Decider(state)
    nodes = [
        decider.settle(PlannedNode(p.key, tuple(Slot(e) for e in p.entrants), NodeStatus.READY, "pod", p.key.round))
        for p in _pairings(settings, state)
    ]
    numbers = sorted({node.key.round for node in nodes})
    rounds = tuple(RoundPlan(n, tuple(m for m in nodes if m.key.round == n)) for n in numbers)
    return table_plan(
        rounds,
        tuple(decider.conflicts),
        lambda: standings(book_of(state, rounds), settings.order()),
        is_complete=all(node.status.is_final for node in nodes),
    )


def _pairings(settings: PodScheduleSettings, state: StageFacts) -> list[Pairing]:
    """The published schedule if there is one, since it is published as a whole; else a computed one."""
    published = sorted((p for p in state.published if p.key.stage == state.stage), key=lambda pairing: pairing.key)
    if published:
        return published
    seeded = state.seeded
    if settings.every_pod:
        rounds = every_pod(len(seeded), settings.pod_size)
    else:
        owners = tuple(entrant.owner for entrant in seeded)
        rounds = preset_rounds(len(seeded), settings.pod_size, settings.rounds, owners)
    return [
        Pairing(NodeKey(state.stage, number, i), tuple(seeded[index].id for index in pod))
        for number, pods in enumerate(rounds, start=1)
        for i, pod in enumerate(pods, start=1)
    ]


FORMAT = Format(
    name="pod_schedule",
    title="Preset pod schedule",
    summary="All tables of all rounds are known beforehand and the same bots meet as rarely as possible.",
    match_sizes=POD_SIZES,
    least_entrants=3,
    settings=PodScheduleSettings,
    plan_with=plan,
    least_with=lambda settings: settings.pod_size if settings.every_pod else 3,
)
