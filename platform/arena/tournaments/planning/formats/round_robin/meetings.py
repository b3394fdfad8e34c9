"""Matches of a round robin once results and departures are known. Shared by one big group and several small ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from arena.tournaments.planning.deciding import Decider
from arena.tournaments.planning.disqualified import results_that_count
from arena.tournaments.planning.formats.round_robin.circle import circle
from arena.tournaments.planning.owners import early_meetings
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, RoundPlan, Slot
from arena.tournaments.planning.standings.book import Book
from arena.tournaments.planning.standings.table import Standings, standings
from arena.tournaments.planning.values import EntrantId, NodeKey, StageFacts


@dataclass(frozen=True)
class GroupsPlayed:
    rounds: tuple[RoundPlan, ...]
    make_tables: Callable[[], tuple[Standings, ...]]
    conflicts: tuple[NodeKey, ...]


def play_groups(
    groups: Sequence[Sequence[EntrantId]], legs: int, tie_breaks: tuple[str, ...], state: StageFacts
) -> GroupsPlayed:
    """All groups play their round i at the same time; matches are numbered through the groups."""
    rounds: dict[int, list[PlannedNode]] = {}
    for index, group in enumerate(groups):
        owners = tuple(state.by_id[entrant].owner for entrant in group)
        once = early_meetings(owners, circle(len(group))) if len(group) > 1 else ()
        for number, pairs in enumerate(once * legs, start=1):
            for low, high in pairs:
                here = rounds.setdefault(number, [])
                key = NodeKey(state.stage, number, len(here) + 1)
                slots = (Slot(group[low]), Slot(group[high]))
                here.append(PlannedNode(key, slots, NodeStatus.READY, "group", number, group=index + 1))
    decider = Decider(state)
    settled = _settle([m for number in sorted(rounds) for m in rounds[number]], decider)
    planned = [RoundPlan(n, tuple(m for m in settled if m.key.round == n)) for n in sorted(rounds)]

    def make_tables() -> tuple[Standings, ...]:
        return tuple(_table(group, settled, tie_breaks, state) for group in groups)

    return GroupsPlayed(tuple(planned), make_tables, tuple(decider.conflicts))


def _settle(nodes: list[PlannedNode], decider: Decider) -> list[PlannedNode]:
    settled = [decider.settle(node) for node in nodes]
    state = decider.state
    annulled = {e.id for e in state.entrants if _is_annulled(e.id, settled, state)}
    return [replace(m, status=NodeStatus.ANNULLED) if annulled & set(m.entrants) else m for m in settled]


def _is_annulled(entrant: EntrantId, nodes: list[PlannedNode], state: StageFacts) -> bool:
    """Who left before playing half of its matches leaves no trace: the rest would be free points for some."""
    if state.left(entrant, 1) is None:
        return False
    own = [node for node in nodes if entrant in node.entrants]
    return 2 * sum(node.status is NodeStatus.DECIDED for node in own) < len(own)


def _table(
    group: Sequence[EntrantId], nodes: list[PlannedNode], tie_breaks: tuple[str, ...], state: StageFacts
) -> Standings:
    seeds = {entrant: state.seed(entrant) for entrant in group}
    own = [m for m in nodes if m.entrants[0] in seeds and m.status is not NodeStatus.ANNULLED]
    results = results_that_count([m.result for m in own if m.result is not None], state.departed)
    return standings(Book.of(seeds, results), tie_breaks)
