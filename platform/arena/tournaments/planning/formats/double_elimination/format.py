"""Double elimination: out after the second loss; a reset of the grand final if its favourite loses once.

Rounds are numbered in an order in which they can be played: W1, W2, L1, L2, W3, L3, L4, ..., grand final, reset.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.tournaments.planning.brackets import Node, Resolver, loser_of, losers, winner, winner_of, winners_bracket
from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.formats.double_elimination.drops import LARGEST, drop_order
from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.plans import Place, PlannedMatch, Slot, StagePlan, shared_places
from arena.tournaments.planning.seeding import bracket_size
from arena.tournaments.planning.values import MatchKey, StageState


@dataclass(frozen=True)
class DoubleEliminationSettings:
    pass


def winners_round_number(number: int) -> int:
    return 1 if number == 1 else 3 * number - 4


def losers_round_number(number: int) -> int:
    return 3 * ((number + 3) // 2) - (3 if number % 2 else 2)


def plan(_settings: DoubleEliminationSettings, state: StageState) -> StagePlan:
    size = bracket_size(len(state.entrants))
    if size > LARGEST:
        raise StateError(f"double elimination holds at most {LARGEST} entrants; use groups or a Swiss stage first")
    depth = size.bit_length() - 1
    upper = winners_bracket(state, [winners_round_number(i + 1) for i in range(depth)])
    lower = _losers_bracket(upper, size, state.stage)
    final = Node(
        MatchKey(state.stage, 3 * depth - 1, 1), (winner_of(upper[-1][0]), winner_of(lower[-1][0])), "final", 1
    )
    resolver = Resolver(state)
    resolver.add(sorted((node for nodes in upper + lower for node in nodes), key=lambda node: node.key))
    resolver.add([final])
    _add_reset(resolver, final, depth)
    return StagePlan(
        rounds=resolver.rounds(),
        is_complete=all(match.status.is_final for match in resolver.matches),
        places=tuple(_places(resolver.matches)),
        conflicts=tuple(resolver.decider.conflicts),
    )


def _losers_bracket(upper: list[list[Node]], size: int, stage: int) -> list[list[Node]]:
    lines = [loser_of(node) for node in upper[0]]
    rounds = [_pairs(lines, stage, 1)]
    for winners_round in range(2, len(upper) + 1):
        survivors = [winner_of(node) for node in rounds[-1]]
        if winners_round > 2:
            rounds.append(_pairs(survivors, stage, len(rounds) + 1))
            survivors = [winner_of(node) for node in rounds[-1]]
        dropping = drop_order(size, winners_round, [loser_of(node) for node in upper[winners_round - 1]])
        lines = [slot for pair in zip(dropping, survivors, strict=True) for slot in pair]
        rounds.append(_pairs(lines, stage, len(rounds) + 1))
    return rounds


def _pairs(lines: list[Slot], stage: int, number: int) -> list[Node]:
    round_number = losers_round_number(number)
    return [
        Node(MatchKey(stage, round_number, i + 1), (lines[2 * i], lines[2 * i + 1]), "losers", number)
        for i in range(len(lines) // 2)
    ]


def _add_reset(resolver: Resolver, final: Node, depth: int) -> None:
    """The reset exists only once the side from the losers bracket has won the grand final."""
    match = resolver.matches[-1]
    if match.result is not None and winner(match) == match.slots[1].entrant:
        key = MatchKey(match.key.stage, 3 * depth, 1)
        resolver.add([Node(key, final.slots, "reset", 1)])


def _places(matches: list[PlannedMatch]) -> Iterator[Place]:
    last = matches[-1]
    if (champion := winner(last)) is not None:
        yield from shared_places([[champion], losers([last])])
    lower = [match for match in matches if match.bracket == "losers"]
    for number in range(lower[-1].number_in_bracket, 0, -1):
        here = [match for match in lower if match.number_in_bracket == number]
        later = sum(match.is_match for match in lower if match.number_in_bracket > number)
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
