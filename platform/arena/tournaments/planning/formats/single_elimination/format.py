"""Single elimination: lose once and you are out."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.tournaments.planning.brackets import EmptyNode, Resolver, loser_of, losers, winner, winners_bracket
from arena.tournaments.planning.errors import SettingsError
from arena.tournaments.planning.formats.interface import Format
from arena.tournaments.planning.plans import Place, PlannedNode, StagePlan, shared_places
from arena.tournaments.planning.seeding import bracket_size
from arena.tournaments.planning.values import NodeKey, StageFacts
from engines.words import mark


@dataclass(frozen=True)
class SingleEliminationSettings:
    third_place: bool = False
    """Whether the losers of the semi-finals play for place 3; needs 4 entrants."""


def plan(settings: SingleEliminationSettings, state: StageFacts) -> StagePlan:
    rounds = bracket_size(len(state.entrants)).bit_length() - 1
    empties = winners_bracket(state, range(1, rounds + 1))
    final = EmptyNode(empties[-1][0].key, empties[-1][0].slots, "final", rounds)
    resolver = Resolver(state)
    for played in empties[:-1]:
        resolver.add(played)
    if settings.third_place:
        if len(state.entrants) < 4:
            raise SettingsError(mark("a match for third place needs at least 4 entrants; switch third_place off"))
        resolver.add([_third_place(empties[-2], NodeKey(state.stage, rounds, 2))])
    resolver.add([final])
    nodes = sorted(resolver.nodes, key=lambda node: node.key)
    return StagePlan(
        rounds=resolver.rounds(),
        is_complete=all(node.status.is_final for node in nodes),
        places=tuple(_places(nodes, rounds)),
        conflicts=tuple(resolver.decider.conflicts),
    )


def _third_place(semi_finals: list[EmptyNode], key: NodeKey) -> EmptyNode:
    return EmptyNode(key, (loser_of(semi_finals[0]), loser_of(semi_finals[1])), "third", 1)


def _places(nodes: list[PlannedNode], rounds: int) -> Iterator[Place]:
    """Best first, as far as known: a loser's place is fixed by how many matches of the bracket come later."""
    final = next(node for node in nodes if node.bracket == "final")
    third = next((node for node in nodes if node.bracket == "third"), None)
    if (champion := winner(final)) is not None:
        yield from shared_places([[champion], losers([final])])
    for number in range(rounds - 1, 0, -1):
        if number == rounds - 1 and third is not None:
            if third.result is not None:
                yield from shared_places([[entrant] for entrant in third.result.in_order()], first=3)
            continue
        here = [m for m in nodes if m.key.round == number and m.bracket == "winners"]
        later = sum(m.is_match for m in nodes if m.key.round > number and m.bracket != "third")
        yield from shared_places([losers(here)], first=later + 2)


FORMAT = Format(
    name="single_elimination",
    title="Single elimination",
    summary="A knockout between two: the quickest way to a champion, with byes for the top seeds.",
    match_sizes=range(2, 3),
    least_entrants=2,
    settings=SingleEliminationSettings,
    plan_with=plan,
)
