"""Brackets of matches between two: fill slots from results, let byes through, turn departures into walkovers.

Formats describe the fixed structure as nodes in an order in which every node comes after its sources; `resolve`
plays the known results through it. Shared by single and double elimination.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from arena.tournaments.planning.deciding import Decider
from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.plans import MatchStatus, PlannedMatch, RoundPlan, Slot, Source
from arena.tournaments.planning.seeding import bracket_order, bracket_size
from arena.tournaments.planning.values import EntrantId, MatchKey, StageState

BYE = Slot(is_bye=True)


@dataclass(frozen=True)
class Node:
    """A match of the structure, before anybody played."""

    key: MatchKey
    slots: tuple[Slot, Slot]
    bracket: str
    number_in_bracket: int


def winner_of(node: Node) -> Slot:
    return Slot(source=Source(node.key, 1))


def loser_of(node: Node) -> Slot:
    return Slot(source=Source(node.key, 2))


def first_round_slots(state: StageState) -> tuple[Slot, ...]:
    """The lines of the bracket: the given line-up, else seeds in the standard order; empty lines are byes."""
    size = bracket_size(len(state.entrants))
    if state.lineup:
        placed = [entrant for entrant in state.lineup if entrant is not None]
        if len(state.lineup) != size or sorted(map(str, placed)) != sorted(str(e.id) for e in state.entrants):
            raise StateError(f"the line-up must have {size} lines and name every entrant once, byes as None")
        return tuple(BYE if entrant is None else Slot(entrant) for entrant in state.lineup)
    seeded = state.seeded
    return tuple(Slot(seeded[seed - 1].id) if seed <= len(seeded) else BYE for seed in bracket_order(size))


def winners_bracket(state: StageState, round_number: Sequence[int]) -> list[list[Node]]:
    """Rounds of a knockout; `round_number[i]` is the number of its round i + 1 within the stage."""
    lines = first_round_slots(state)
    rounds: list[list[Node]] = []
    while len(lines) > 1:
        depth = len(rounds)
        nodes = [
            Node(
                MatchKey(state.stage, round_number[depth], i + 1),
                (lines[2 * i], lines[2 * i + 1]),
                "winners",
                depth + 1,
            )
            for i in range(len(lines) // 2)
        ]
        rounds.append(nodes)
        lines = tuple(winner_of(node) for node in nodes)
    return rounds


class Resolver:
    """Plays results through nodes, given one by one in order of play."""

    def __init__(self, state: StageState) -> None:
        self.decider = Decider(state)
        self.matches: list[PlannedMatch] = []
        self._outcome: dict[Source, Slot] = {}

    def add(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            match = self._resolve(node)
            self.matches.append(match)
            self._pass_on(match)

    def _resolve(self, node: Node) -> PlannedMatch:
        slots = tuple(self._fill(slot) for slot in node.slots)
        match = PlannedMatch(node.key, slots, MatchStatus.WAITING, node.bracket, node.number_in_bracket, advancing=1)
        if any(slot.is_bye for slot in slots):
            return replace(match, status=MatchStatus.BYE)
        if len(match.entrants) < len(slots):
            return match
        return self.decider.settle(match)

    def _fill(self, slot: Slot) -> Slot:
        if slot.source is None:
            return slot
        return replace(self._outcome.get(slot.source, slot), source=slot.source)

    def _pass_on(self, match: PlannedMatch) -> None:
        first, second = Source(match.key, 1), Source(match.key, 2)
        if match.status is MatchStatus.BYE:
            # Whoever is here goes on, even if still unknown; the loser's way is empty, so the bye travels there.
            through = [slot for slot in match.slots if not slot.is_bye]
            if not through:
                self._outcome[first] = BYE
            elif through[0].entrant is not None:
                self._outcome[first] = through[0]
            self._outcome[second] = BYE
        elif match.result is not None:
            winner, loser = match.result.in_order()
            self._outcome[first], self._outcome[second] = Slot(winner), Slot(loser)

    def rounds(self) -> tuple[RoundPlan, ...]:
        numbers = sorted({match.key.round for match in self.matches})
        return tuple(RoundPlan(n, tuple(m for m in self.matches if m.key.round == n)) for n in numbers)


def losers(matches: Iterable[PlannedMatch]) -> tuple[EntrantId, ...]:
    return tuple(match.result.in_order()[1] for match in matches if match.result is not None)


def winner(match: PlannedMatch | None) -> EntrantId | None:
    return match.result.in_order()[0] if match is not None and match.result is not None else None
