"""Brackets of matches between two: fill slots from results, let byes through, turn departures into walkovers.

Formats describe the fixed structure as empty nodes, each after its sources; `Resolver`
plays the known results through it. Shared by single and double elimination.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arena.tournaments.planning.deciding import Decider
from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.owners import bracket_lines, owners_of
from arena.tournaments.planning.plans import NodeStatus, PlannedNode, RoundPlan, Slot, Source
from arena.tournaments.planning.seeding import bracket_size
from arena.tournaments.planning.values import EntrantId, NodeKey, StageFacts

BYE = Slot(is_bye=True)


@dataclass(frozen=True)
class EmptyNode:
    """A node of the structure, before anybody is known to play in it."""

    key: NodeKey
    slots: tuple[Slot, Slot]
    bracket: str
    number_in_bracket: int


def winner_of(empty: EmptyNode) -> Slot:
    return Slot(source=Source(empty.key, 1))


def loser_of(empty: EmptyNode) -> Slot:
    return Slot(source=Source(empty.key, 2))


def first_round_slots(state: StageFacts) -> tuple[Slot, ...]:
    """The lines of the bracket: the given line-up, else seeds in the standard order, entrants of one owner as far apart
    as their seeds allow; empty lines are byes."""
    size = bracket_size(len(state.entrants))
    if state.lineup:
        placed = [entrant for entrant in state.lineup if entrant is not None]
        if len(state.lineup) != size or sorted(map(str, placed)) != sorted(str(e.id) for e in state.entrants):
            raise StateError(f"the line-up must have {size} lines and name every entrant once, byes as None")
        return tuple(BYE if entrant is None else Slot(entrant) for entrant in state.lineup)
    seeded = state.seeded
    lines = bracket_lines(owners_of(seeded))
    return tuple(BYE if seed is None else Slot(seeded[seed].id) for seed in lines)


def winners_bracket(state: StageFacts, round_number: Sequence[int]) -> list[list[EmptyNode]]:
    """Rounds of a knockout; `round_number[i]` is the number of its round i + 1 within the stage."""
    lines = first_round_slots(state)
    rounds: list[list[EmptyNode]] = []
    while len(lines) > 1:
        depth = len(rounds)
        empties = [
            EmptyNode(
                NodeKey(state.stage, round_number[depth], i + 1),
                (lines[2 * i], lines[2 * i + 1]),
                "winners",
                depth + 1,
            )
            for i in range(len(lines) // 2)
        ]
        rounds.append(empties)
        lines = tuple(winner_of(empty) for empty in empties)
    return rounds


class Resolver:
    """Plays results through the structure, node by node in order of play."""

    def __init__(self, state: StageFacts) -> None:
        self.decider = Decider(state)
        self.nodes: list[PlannedNode] = []
        self._outcome: dict[Source, Slot] = {}

    def add(self, empties: Iterable[EmptyNode]) -> None:
        for empty in empties:
            node = self._resolve(empty)
            self.nodes.append(node)
            self._pass_on(node)

    def _resolve(self, empty: EmptyNode) -> PlannedNode:
        slots = tuple(self._fill(slot) for slot in empty.slots)
        node = PlannedNode(empty.key, slots, NodeStatus.WAITING, empty.bracket, empty.number_in_bracket, advancing=1)
        if any(slot.is_bye for slot in slots):
            return replace(node, status=NodeStatus.BYE)
        if len(node.entrants) < len(slots):
            return node
        return self.decider.settle(node)

    def _fill(self, slot: Slot) -> Slot:
        if slot.source is None:
            return slot
        return replace(self._outcome.get(slot.source, slot), source=slot.source)

    def _pass_on(self, node: PlannedNode) -> None:
        first, second = Source(node.key, 1), Source(node.key, 2)
        if node.status is NodeStatus.BYE:
            # Whoever is here goes on, even if still unknown; the loser's way is empty, so the bye travels there.
            through = [slot for slot in node.slots if not slot.is_bye]
            if not through:
                self._outcome[first] = BYE
            elif through[0].entrant is not None:
                self._outcome[first] = through[0]
            self._outcome[second] = BYE
        elif node.result is not None:
            winner, loser = node.result.in_order()
            self._outcome[first], self._outcome[second] = Slot(winner), Slot(loser)

    def rounds(self) -> tuple[RoundPlan, ...]:
        numbers = sorted({node.key.round for node in self.nodes})
        return tuple(RoundPlan(n, tuple(m for m in self.nodes if m.key.round == n)) for n in numbers)


def losers(nodes: Iterable[PlannedNode]) -> tuple[EntrantId, ...]:
    return tuple(node.result.in_order()[1] for node in nodes if node.result is not None)


def winner(node: PlannedNode | None) -> EntrantId | None:
    return node.result.in_order()[0] if node is not None and node.result is not None else None
