"""Double elimination: out after the second loss; a reset of the grand final if its favourite loses once.

Rounds are numbered in an order in which they can be played: W1, W2, L1, L2, W3, L3, L4, ..., grand final, reset.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.tournaments.planning.brackets import (
    EmptyNode,
    Resolver,
    loser_of,
    losers,
    winner,
    winner_of,
    winners_bracket,
)
from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.formats.double_elimination.drops import LARGEST, drop_order
from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.plans import Place, PlannedNode, Slot, StagePlan, shared_places
from arena.tournaments.planning.seeding import bracket_size
from arena.tournaments.planning.values import NodeKey, StageFacts
from engines.words import mark


@dataclass(frozen=True)
class DoubleEliminationSettings:
    pass


def winners_round_number(number: int) -> int:
    return 1 if number == 1 else 3 * number - 4


def losers_round_number(number: int) -> int:
    return 3 * ((number + 3) // 2) - (3 if number % 2 else 2)


def plan(_settings: DoubleEliminationSettings, state: StageFacts) -> StagePlan:
    size = bracket_size(len(state.entrants))
    if size > LARGEST:
        text = mark("double elimination holds at most {most} entrants; use groups or a Swiss stage first")
        raise StateError(text, most=LARGEST)
    depth = size.bit_length() - 1
    upper = winners_bracket(state, [winners_round_number(i + 1) for i in range(depth)])
    lower = _losers_bracket(upper, size, state.stage)
    final = EmptyNode(
        NodeKey(state.stage, 3 * depth - 1, 1), (winner_of(upper[-1][0]), winner_of(lower[-1][0])), "final", 1
    )
    resolver = Resolver(state)
    resolver.add(sorted((empty for empties in upper + lower for empty in empties), key=lambda empty: empty.key))
    resolver.add([final])
    _add_reset(resolver, final, depth)
    return StagePlan(
        rounds=resolver.rounds(),
        is_complete=all(node.status.is_final for node in resolver.nodes),
        places=tuple(_places(resolver.nodes)),
        conflicts=tuple(resolver.decider.conflicts),
    )


def _losers_bracket(upper: list[list[EmptyNode]], size: int, stage: int) -> list[list[EmptyNode]]:
    lines = [loser_of(empty) for empty in upper[0]]
    rounds = [_pairs(lines, stage, 1)]
    for winners_round in range(2, len(upper) + 1):
        survivors = [winner_of(empty) for empty in rounds[-1]]
        if winners_round > 2:
            rounds.append(_pairs(survivors, stage, len(rounds) + 1))
            survivors = [winner_of(empty) for empty in rounds[-1]]
        dropping = drop_order(size, winners_round, [loser_of(empty) for empty in upper[winners_round - 1]])
        lines = [slot for pair in zip(dropping, survivors, strict=True) for slot in pair]
        rounds.append(_pairs(lines, stage, len(rounds) + 1))
    return rounds


def _pairs(lines: list[Slot], stage: int, number: int) -> list[EmptyNode]:
    round_number = losers_round_number(number)
    return [
        EmptyNode(NodeKey(stage, round_number, i + 1), (lines[2 * i], lines[2 * i + 1]), "losers", number)
        for i in range(len(lines) // 2)
    ]


def _add_reset(resolver: Resolver, final: EmptyNode, depth: int) -> None:
    """The reset exists only once the side from the losers bracket has won the grand final."""
    node = resolver.nodes[-1]
    if node.result is not None and winner(node) == node.slots[1].entrant:
        key = NodeKey(node.key.stage, 3 * depth, 1)
        resolver.add([EmptyNode(key, final.slots, "reset", 1)])


def _places(nodes: list[PlannedNode]) -> Iterator[Place]:
    last = nodes[-1]
    if (champion := winner(last)) is not None:
        yield from shared_places([[champion], losers([last])])
    lower = [node for node in nodes if node.bracket == "losers"]
    for number in range(lower[-1].number_in_bracket, 0, -1):
        here = [node for node in lower if node.number_in_bracket == number]
        later = sum(node.is_match for node in lower if node.number_in_bracket > number)
        yield from shared_places([losers(here)], first=later + 3)


FORMAT = Format(
    name="double_elimination",
    title="Double elimination",
    summary="A knockout with a second chance: nobody is out before the second lost match.",
    match_sizes=range(2, 3),
    least_entrants=3,
    settings=DoubleEliminationSettings,
    plan_with=plan,
)
