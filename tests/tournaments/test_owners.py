"""Bots of one owner: late in a knockout, never in a Swiss while there is a way around, first in a round robin."""

import random
from collections import Counter
from itertools import combinations, permutations, product

import pytest

from arena.tournaments.planning.formats.round_robin.circle import circle
from arena.tournaments.planning.owners import Owners, bracket_lines, dealt_groups, early_meetings
from arena.tournaments.planning.registry import plan_stage
from arena.tournaments.planning.seeding import bracket_order
from arena.tournaments.planning.values import Entrant, EntrantId, NodeKey, Result, StageFacts


def field(owners: Owners) -> tuple[Entrant, ...]:
    return tuple(Entrant(seed, seed, owner) for seed, owner in enumerate(owners, start=1))


def rounds_of_meetings(owners: Owners, lines: tuple[int | None, ...]) -> list[int]:
    """In which round of a knockout entrants of one owner would meet, earliest first."""
    at = {entrant: line for line, entrant in enumerate(lines) if entrant is not None}
    pairs = [(a, b) for a, b in combinations(range(len(owners)), 2) if owners[a] is not None and owners[a] == owners[b]]
    return sorted((at[a] ^ at[b]).bit_length() for a, b in pairs)


@pytest.mark.parametrize("seed", range(30))
def test_no_draw_that_keeps_the_tiers_of_the_seeds_parts_owners_better(seed: int) -> None:
    owners: Owners = tuple(random.Random(seed).choice("vwxyz") for _ in range(8))
    order = bracket_order(8)

    def early(first: tuple[int, ...]) -> list[int]:
        lines = tuple(first[place - 1] for place in order)
        meetings = Counter(rounds_of_meetings(owners, lines))
        return [meetings[number] for number in (1, 2, 3)]

    draws = ((0, 1, *middle, *rest) for middle, rest in product(permutations((2, 3)), permutations((4, 5, 6, 7))))
    meetings = Counter(rounds_of_meetings(owners, bracket_lines(owners)))
    assert [meetings[number] for number in (1, 2, 3)] == min(early(draw) for draw in draws)


def test_two_bots_of_one_owner_meet_in_the_final_or_never() -> None:
    owners: Owners = tuple("abcdefghijklmnop")
    for one, other in combinations(range(16), 2):
        alike = tuple("*" if at in (one, other) else owner for at, owner in enumerate(owners))
        assert rounds_of_meetings(alike, bracket_lines(alike)) == [4], (one, other)


def test_nobody_gains_or_loses_a_bye_by_the_owner_of_another() -> None:
    owners: Owners = tuple(
        "xyxyxyxyxyx"
    )  # eleven: the first five have a bye, the fifth shares a tier with three others
    lines = bracket_lines(owners)
    resting = {lines[line ^ 1] for line, entrant in enumerate(lines) if entrant is None}
    assert resting == {0, 1, 2, 3, 4}


def test_a_field_of_single_owners_stands_in_the_standard_order() -> None:
    owners: Owners = ("a", None, None, "b", "c", None)
    assert bracket_lines(owners) == (0, None, 3, 4, 1, None, 2, 5)
    assert dealt_groups(owners, 2) == ((0, 3, 4), (1, 2, 5))
    assert early_meetings(owners, circle(6)) == circle(6)


def test_a_knockout_and_a_double_elimination_begin_with_these_lines() -> None:
    for name in ("single_elimination", "double_elimination"):
        plan = plan_stage(name, {}, StageFacts(field(("x", "y", "z", "x"))))
        assert [node.entrants for node in plan.ready()] == [(1, 3), (2, 4)], name


def test_groups_hold_one_bot_of_an_owner_while_there_are_groups_enough() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        owners: Owners = tuple(rng.sample([*"aaabbbccdefg"], 12))
        for group in dealt_groups(owners, 4):
            names = [owners[entrant] for entrant in group]
            assert len(set(names)) == len(names), (owners, group)


@pytest.mark.parametrize(
    ("size", "family", "last"), [(8, 2, 1), (9, 2, 1), (16, 2, 1), (6, 3, 3), (10, 3, 5), (8, 4, 5)]
)
def test_bots_of_one_owner_meet_in_the_first_rounds_of_a_round_robin(size: int, family: int, last: int) -> None:
    owners: Owners = tuple(entrant // family for entrant in range(size))
    rounds = early_meetings(owners, circle(size))
    late = [number for number, pairs in enumerate(rounds, 1) for a, b in pairs if owners[a] == owners[b]]
    assert max(late) <= last
    assert Counter(frozenset(pair) for pairs in rounds for pair in pairs) == Counter(
        frozenset(pair) for pair in combinations(range(size), 2)
    )
    for pairs in rounds:
        seats = [entrant for pair in pairs for entrant in pair]
        assert len(seats) == len(set(seats))
    first = plan_stage("round_robin", {}, StageFacts(field(owners))).rounds[0]
    assert [node.entrants for node in first.nodes] == [(a + 1, b + 1) for a, b in rounds[0]]


def test_a_swiss_pairs_bots_of_one_owner_only_when_nobody_else_is_left() -> None:
    """Two families of four: four rounds without such a meeting exist, and not a fifth."""
    entrants = field(("x", "y", "x", "y", "x", "y", "x", "y"))
    results: list[Result] = []
    rng = random.Random(3)
    owner: dict[EntrantId, EntrantId | None] = {entrant.id: entrant.owner for entrant in entrants}
    inside = []
    for number in range(1, 7):
        plan = plan_stage("swiss", {"rounds": 6}, StageFacts(entrants, tuple(results)))
        nodes = plan.rounds[number - 1].nodes
        inside.append(sum(owner[node.entrants[0]] == owner[node.entrants[1]] for node in nodes))
        for match, node in enumerate(nodes, start=1):
            ranks = (1, 2) if rng.random() < 0.5 else (2, 1)
            results.append(Result(NodeKey(1, number, match), tuple(node.entrants), ranks))
    assert inside == [0, 0, 0, 0, 4, 4]


def test_a_rematch_is_worse_than_a_match_between_bots_of_one_owner() -> None:
    """Three rounds of four: everybody has to meet everybody."""
    entrants = field(("x", "x", "y", "y"))
    results: list[Result] = []
    met = []
    for number in (1, 2, 3):
        plan = plan_stage("swiss", {"rounds": 3}, StageFacts(entrants, tuple(results)))
        for match, node in enumerate(plan.rounds[number - 1].nodes, start=1):
            met.append(frozenset(node.entrants))
            results.append(Result(NodeKey(1, number, match), tuple(node.entrants), (1, 2)))
    assert len(set(met)) == 6
    assert set(met[4:]) == {frozenset((1, 2)), frozenset((3, 4))}
