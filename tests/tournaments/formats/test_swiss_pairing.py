import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import networkx  # type: ignore[import-untyped] # it ships no types and is a judge in tests only
import pytest

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.formats.swiss.cost import Contender, Cost, bye_cost, order_field, pair_cost
from arena.tournaments.planning.formats.swiss.matching import Edges, digits, minimum_cost_matching, radices_for
from arena.tournaments.planning.formats.swiss.pairing import SwissPairing, pair_swiss


def fresh(size: int) -> list[Contender]:
    return [Contender(seed, seed, 0) for seed in range(1, size + 1)]


def random_field(size: int, rng: random.Random, rounds: int = 4) -> list[Contender]:
    """A field with random points and random earlier meetings, byes and floats."""
    met: dict[int, list[int]] = {n: [] for n in range(size)}
    for _ in range(rounds):
        order = rng.sample(range(size), size)
        for a, b in zip(order[::2], order[1::2], strict=False):
            met[a].append(b)
            met[b].append(a)
    return [
        Contender(
            n,
            n + 1,
            Fraction(rng.randrange(2 * rounds + 1), 2),
            tuple(met[n]),
            rng.randrange(2),
            rng.choice([None, None, "x", "y"]),
            rng.random() < 0.3,
        )
        for n in range(size)
    ]


def total(costs: list[Cost]) -> Cost:
    return Cost(*(sum(terms) for terms in zip(*costs, strict=True)))


def total_of(pairing: SwissPairing, contenders: list[Contender]) -> Cost:
    field = {s.contender.id: s for s in order_field(contenders)}
    costs = [pair_cost(field[a], field[b]) for a, b in pairing.pairs]
    if pairing.bye is not None:
        costs.append(bye_cost(field[pairing.bye], order_field(contenders)))
    return total(costs)


def all_matchings(nodes: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not nodes:
        yield []
        return
    first, *rest = nodes
    for i, partner in enumerate(rest):
        for matching in all_matchings(rest[:i] + rest[i + 1 :]):
            yield [(first, partner), *matching]


def cheapest_by_brute_force(contenders: list[Contender]) -> Cost:
    field = order_field(contenders)
    size = len(field)
    costs = {(a, b): pair_cost(field[a], field[b]) for a, b in combinations(range(size), 2)}
    if size % 2:
        costs |= {(a, size): bye_cost(field[a], field) for a in range(size)}
    return min(total([costs[pair] for pair in m]) for m in all_matchings(list(range(size + size % 2))))


def test_section_5_4_greedy_pairing_from_the_top_would_force_rematches() -> None:
    points = {"A": 2, "B": 1, "C": 1, "D": 0}
    met = {"A": ("B", "C"), "B": ("A", "D"), "C": ("D", "A"), "D": ("C", "B")}
    paired = pair_swiss([Contender(e, i, points[e], met[e]) for i, e in enumerate("ABCD", start=1)])
    assert paired.pairs == (("A", "D"), ("B", "C"))


def test_section_5_4_first_round_of_8() -> None:
    assert pair_swiss(fresh(8)).pairs == ((1, 5), (2, 6), (3, 7), (4, 8))


def test_section_5_4_first_round_of_5() -> None:
    paired = pair_swiss(fresh(5))
    assert (paired.pairs, paired.bye) == (((1, 3), (2, 4)), 5)


def test_points_beat_seed_and_seed_breaks_ties() -> None:
    paired = pair_swiss([Contender("x", 4, 1), Contender("y", 3, 1), Contender("v", 1, 0), Contender("w", 2, 0)])
    assert paired.pairs == (("y", "x"), ("v", "w"))


@pytest.mark.parametrize("size", range(2, 10))
def test_the_pairing_is_the_cheapest_of_all(size: int) -> None:
    rng = random.Random(size)
    for _ in range(25):
        contenders = random_field(size, rng)
        assert total_of(pair_swiss(contenders), contenders) == cheapest_by_brute_force(contenders)


@pytest.mark.parametrize("size", [17, 30, 41])
def test_networkx_with_exact_integers_finds_the_same_cost(size: int) -> None:
    rng = random.Random(size)
    contenders = random_field(size, rng, rounds=6)
    field = order_field(contenders)
    costs = {(a, b): pair_cost(field[a], field[b]) for a, b in combinations(range(size), 2)}
    if size % 2:
        costs |= {(a, size): bye_cost(field[a], field) for a in range(size)}
    radices = radices_for((size + 1) // 2, list(costs.values()))
    numbers = {pair: digits(cost, radices) for pair, cost in costs.items()}
    graph = networkx.Graph()
    graph.add_weighted_edges_from((a, b, max(numbers.values()) - number) for (a, b), number in numbers.items())
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    reference = total([costs[min(pair), max(pair)] for pair in matching])
    assert total_of(pair_swiss(contenders), contenders) == reference


@pytest.mark.parametrize("seed", range(4))
def test_neighbours_first_gives_the_same_pairing_as_all_pairs(seed: int) -> None:
    rng = random.Random(seed)
    contenders = random_field(rng.randrange(90, 121), rng, rounds=7)
    assert pair_swiss(contenders, small_field=20) == pair_swiss(contenders, small_field=1000)


def test_neighbours_without_a_perfect_matching_fall_back_to_all_pairs() -> None:
    """Two halves that met nobody of the other half but everybody of their own: only far pairs are left."""
    top, bottom = list(range(41)), list(range(41, 82))
    contenders = [Contender(n, n + 1, 9, tuple(top)) for n in top] + [
        Contender(n, n + 1, 0, tuple(bottom)) for n in bottom
    ]
    paired = pair_swiss(contenders, small_field=10)
    assert all((int(a) < 41) != (int(b) < 41) for a, b in paired.pairs)


def test_the_answer_does_not_depend_on_the_order_of_the_list() -> None:
    rng = random.Random(11)
    contenders = random_field(24, rng)
    answers = {pair_swiss(rng.sample(contenders, 24)) for _ in range(10)}
    assert len(answers) == 1


def test_weights_are_exact_beyond_64_bits() -> None:
    """A rematch must cost more than everything else together, and the last term must still count."""
    wide = 10**4
    cheap, dear = Cost(0, 9, 1, wide, wide, 1, wide - 1), Cost(0, 9, 1, wide, wide, 1, wide)
    rematch = Cost(1, 0, 0, 0, 0, 0, 0)
    edges = {(0, 1): cheap, (2, 3): cheap, (0, 2): cheap, (1, 3): dear, (0, 3): rematch, (1, 2): rematch}
    top = digits(rematch, radices_for(2, list(edges.values())))
    assert (top << 32).bit_length() > 64
    assert minimum_cost_matching(4, Edges.of(edges)) == ((0, 1), (2, 3))


def test_a_cost_too_wide_for_the_solver_is_refused_and_not_rounded() -> None:
    huge = Cost(1, 0, 0, 0, 1 << 60, 0, 1 << 60)
    with pytest.raises(StateError, match="too large"):
        minimum_cost_matching(2, Edges.of({(0, 1): huge}))


def test_floating_down_twice_is_avoided() -> None:
    """A and B lead; somebody must play down. B did so last round, so it is A's turn."""
    field = [
        Contender("A", 1, 2, ("B",)),
        Contender("B", 2, 2, ("A",), floated_down=True),
        Contender("C", 3, 2, ()),
        Contender("D", 4, 1, ()),
    ]
    pairs = pair_swiss(field).pairs
    assert ("A", "D") in pairs


def test_a_bye_goes_to_the_last_one_without_a_bye() -> None:
    field = [Contender(n, n, 0, byes=int(n >= 4)) for n in range(1, 6)]
    assert pair_swiss(field).bye == 3


@pytest.mark.parametrize("points", [Fraction(1, 3), Fraction(1, 4)])
def test_points_that_are_no_half_points_are_refused(points: Fraction) -> None:
    with pytest.raises(StateError, match="half points"):
        pair_swiss([Contender(1, 1, points), Contender(2, 2, 0)])


def test_shared_seeds_are_refused() -> None:
    with pytest.raises(StateError, match="share an id or a seed"):
        pair_swiss([Contender(1, 1, 0), Contender(2, 1, 0)])
