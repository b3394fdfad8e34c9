"""Minimum-cost perfect matching with costs compared term by term, exactly.

Each edge gets one integer: its terms as digits of a number whose radices are so large that lower terms of a whole
matching never add up to one unit of a higher term. The solver computes with 128-bit integers, which wrap around
silently, so the width is checked here.
"""

from collections.abc import Mapping, Sequence
from math import prod
from operator import mul

import rustworkx

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.formats.swiss.cost import Cost

Edges = Mapping[tuple[int, int], Cost]

SAFE_BITS = 120
"""Weights below this leave room for what the solver adds and doubles inside its 128 bits."""
LOT_BITS = 32
"""Two matchings that cost the same hardly ever get the same sum of lots; the rest of ``SAFE_BITS`` is for the costs
themselves."""


def minimum_cost_matching(nodes: int, edges: Edges) -> tuple[tuple[int, int], ...] | None:
    """The cheapest perfect matching, or None when there is none.

    Matchings that cost the same are told apart by a fixed lot for each edge, so the answer does not depend on the
    order of edges or on the solver's internals.

    >>> cheap, dear = Cost(0, 0, 0, 0, 0, 0, 0), Cost(1, 0, 0, 0, 0, 0, 0)
    >>> minimum_cost_matching(4, {(0, 1): cheap, (2, 3): dear, (0, 2): cheap, (1, 3): cheap})
    ((0, 2), (1, 3))
    >>> minimum_cost_matching(4, {(0, 1): cheap, (0, 2): cheap, (0, 3): cheap}) is None
    True
    """
    weights = _weights(nodes // 2, edges)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(a, b, weight) for (a, b), weight in weights.items()])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) < nodes:
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


def _weights(pairs: int, edges: Edges) -> dict[tuple[int, int], int]:
    radices = radices_for(pairs, list(edges.values()))
    lots = min(LOT_BITS, SAFE_BITS - prod(radices).bit_length() - pairs.bit_length())
    if lots < 1:
        raise StateError(f"a field of {2 * pairs} with these results is too large to be paired exactly; split it")
    places = place_values(radices, unit=pairs << lots)
    shift = 64 - lots
    costs = {edge: sum(map(mul, cost, places)) + (lot(*edge) >> shift) for edge, cost in edges.items()}
    highest = max(costs.values(), default=0)
    return {edge: highest - cost for edge, cost in costs.items()}


def radices_for(pairs: int, costs: Sequence[Cost]) -> Cost:
    """For each term a number that no sum of it over a matching reaches."""
    highest = Cost(*(max(terms) for terms in zip(*costs, strict=True))) if costs else Cost(0, 0, 0, 0, 0, 0, 0)
    radices = Cost(*(pairs * term + 1 for term in highest))
    # A round has one bye at most, so the terms of the bye do not add up.
    return radices._replace(byes=highest.byes + 1, bye_points=highest.bye_points + 1)


def place_values(radices: Cost, unit: int = 1) -> Cost:
    """What one unit of each term is worth in the integer of an edge."""
    values = [unit]
    for radix in reversed(radices[1:]):
        values.append(values[-1] * radix)
    return Cost(*reversed(values))


def digits(cost: Cost, radices: Cost) -> int:
    """The terms of a cost as one integer.

    >>> digits(Cost(0, 0, 0, 0, 1, 0, 2), Cost(1, 1, 1, 1, 10, 10, 10))
    102
    """
    return sum(map(mul, cost, place_values(radices)))


def lot(a: int, b: int) -> int:
    """A fixed 64-bit lot of an edge (the mixing steps of SplitMix64)."""
    mask = (1 << 64) - 1
    z = ((a << 32 | b) * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & mask
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & mask
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
    return z ^ (z >> 31)
