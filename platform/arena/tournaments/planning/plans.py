"""What a format answers: the rounds and matches that should exist, whether the stage is over, and the places.

A plan is complete: everything that exists so far and everything that must exist next. Writing a plan is therefore
"insert what is not there yet"; doing it twice changes nothing, and more results only add to it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from arena.tournaments.planning.standings.table import Standings
from arena.tournaments.planning.values import EntrantId, NodeKey, Result


class NodeStatus(StrEnum):
    WAITING = "waiting"
    READY = "ready"
    DECIDED = "decided"
    WALKOVER = "walkover"
    BYE = "bye"
    SIT_OUT = "sit_out"
    ANNULLED = "annulled"

    @property
    def is_final(self) -> bool:
        return self not in (NodeStatus.WAITING, NodeStatus.READY)


@dataclass(frozen=True)
class Source:
    """Place 1 of a match is its winner, place 2 its loser (of a match of two)."""

    node: NodeKey
    place: int


@dataclass(frozen=True)
class Slot:
    """One place at a match: an entrant, somebody still to come from another match, or nobody (a bye)."""

    entrant: EntrantId | None = None
    source: Source | None = None
    is_bye: bool = False


@dataclass(frozen=True)
class PlannedNode:
    key: NodeKey
    slots: tuple[Slot, ...]
    status: NodeStatus
    bracket: str
    """Which part of the stage: "winners", "losers", "final", "reset", "third", "group", "swiss", "pod"."""
    number_in_bracket: int = 1
    """The round counted inside its bracket, for headings such as "losers round 3"."""
    group: int | None = None
    advancing: int = 0
    """How many go on: the cut line at which ties must be broken. 0: no cut, a tied series is a draw."""
    result: Result | None = None
    absent: tuple[EntrantId, ...] = ()
    """Entrants of an open pod who left: their games are scored as faults and not run."""

    @property
    def entrants(self) -> tuple[EntrantId, ...]:
        """Who is known to play here, in slot order."""
        return tuple(slot.entrant for slot in self.slots if slot.entrant is not None)

    @property
    def is_match(self) -> bool:
        """A bye or a sit-out is a line in the plan, not a match."""
        return self.status not in (NodeStatus.BYE, NodeStatus.SIT_OUT)


@dataclass(frozen=True)
class RoundPlan:
    number: int
    nodes: tuple[PlannedNode, ...]

    @property
    def is_complete(self) -> bool:
        return all(node.status.is_final for node in self.nodes)


@dataclass(frozen=True)
class Place:
    place: int
    entrant: EntrantId


@dataclass(frozen=True)
class StagePlan:
    rounds: tuple[RoundPlan, ...]
    is_complete: bool
    places: tuple[Place, ...]
    """Final places known so far, best first; everybody's once the stage is complete. Equal places are ties."""
    conflicts: tuple[NodeKey, ...] = ()
    """Results that no longer fit, because an override changed who should have met. They were not used: void them."""
    make_tables: Callable[[], tuple[Standings, ...]] = field(default=tuple, repr=False, compare=False)
    by_key: dict[NodeKey, PlannedNode] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {node.key: node for node in self.nodes()})

    @cached_property
    def tables(self) -> tuple[Standings, ...]:
        """Current standings: one table, or one for each group; none for brackets.

        Computed when first looked at, because plans are made far more often than tables are read.
        """
        return self.make_tables()

    def nodes(self) -> Iterator[PlannedNode]:
        for planned in self.rounds:
            yield from planned.nodes

    def ready(self) -> tuple[PlannedNode, ...]:
        return tuple(node for node in self.nodes() if node.status is NodeStatus.READY)


def table_plan(
    rounds: tuple[RoundPlan, ...],
    conflicts: tuple[NodeKey, ...],
    make_table: Callable[[], Standings],
    *,
    is_complete: bool,
) -> StagePlan:
    """The plan of a stage whose places are read off one table."""
    tables = (make_table(),) if is_complete else ()
    places = tuple(Place(row.place, row.entrant) for table in tables for row in table.rows)
    return StagePlan(rounds, is_complete, places, conflicts, lambda: tables or (make_table(),))


def shared_places(ranked: Iterable[Iterable[EntrantId]], first: int = 1) -> tuple[Place, ...]:
    """Places for groups of tied entrants, best group first ("1224").

    >>> [(p.place, p.entrant) for p in shared_places([["a"], ["b", "c"], ["d"]])]
    [(1, 'a'), (2, 'b'), (2, 'c'), (4, 'd')]
    """
    places: list[Place] = []
    for tied in ranked:
        place = first + len(places)
        places += [Place(place, entrant) for entrant in tied]
    return tuple(places)
