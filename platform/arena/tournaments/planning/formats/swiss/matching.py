"""Minimum-cost perfect matching with costs compared term by term, exactly.

Each edge gets one integer: its terms as digits of a number whose radices are so large that lower terms of a whole
matching never add up to one unit of a higher term. The solver computes with 128-bit integers, which wrap around
silently, so the width is checked here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import mul

import numpy
import rustworkx
from numpy.typing import NDArray

from arena.tournaments.planning.errors import StateError
from arena.tournaments.planning.formats.swiss.cost import Cost
from engines.words import mark


@dataclass(frozen=True)
class Edges:
    """What may be matched with what, and the cost of each."""

    ends: NDArray[numpy.int64]
    """Two numbers of nodes in each row, the lower one first."""
    costs: NDArray[numpy.int64]
    """The terms of its ``Cost`` in each row."""

    @classmethod
    def of(cls, costs: Mapping[tuple[int, int], Cost]) -> "Edges":
        return cls(numpy.array(list(costs)), numpy.array(list(costs.values())))


SAFE_BITS = 120
"""Weights below this leave room for what the solver adds and doubles inside its 128 bits."""
LOT_BITS = 32
"""Two matchings that cost the same hardly ever get the same sum of lots; the rest of ``SAFE_BITS`` is for the costs
themselves."""
_MIX = numpy.uint64(0x9E3779B97F4A7C15)


def minimum_cost_matching(nodes: int, edges: Edges) -> tuple[tuple[int, int], ...] | None:
    """The cheapest perfect matching, or None when there is none.

    Matchings that cost the same are told apart by a fixed lot for each edge, so the answer does not depend on the
    order of edges or on the solver's internals.

    >>> cheap, dear = Cost(0, 0, 0, 0, 0, 0, 0), Cost(1, 0, 0, 0, 0, 0, 0)
    >>> minimum_cost_matching(4, Edges.of({(0, 1): cheap, (2, 3): dear, (0, 2): cheap, (1, 3): cheap}))
    ((0, 2), (1, 3))
    >>> minimum_cost_matching(4, Edges.of({(0, 1): cheap, (0, 2): cheap, (0, 3): cheap})) is None
    True
    """
    weights = _weights(nodes // 2, edges)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from(list(zip(*edges.ends.T.tolist(), weights, strict=True)))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) < nodes:
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))


def _weights(pairs: int, edges: Edges) -> list[int]:
    """Higher is better; exact integers of any width."""
    radices = _radices(pairs, edges.costs.max(axis=0, initial=0).tolist())
    lots = min(LOT_BITS, SAFE_BITS - prod(radices).bit_length() - pairs.bit_length())
    if lots < 1:
        text = mark("a field of {count} with these results is too large to be paired exactly; split it")
        raise StateError(text, count=2 * pairs)
    drawn = (lots_of(*edges.ends.T) >> numpy.uint64(64 - lots)).astype(object)
    costs = drawn + sum(
        terms.astype(object) * place
        for terms, place in zip(edges.costs.T, place_values(radices, unit=pairs << lots), strict=True)
        if terms.any()  # most terms are zero everywhere: nobody meets anybody again
    )
    weights: list[int] = (costs.max(initial=0) - costs).tolist()
    return weights


def radices_for(pairs: int, costs: Sequence[Cost]) -> Cost:
    """For each term a number that no sum of it over a matching reaches."""
    return _radices(pairs, [max(terms) for terms in zip(*costs, strict=True)])


def _radices(pairs: int, highest: Sequence[int]) -> Cost:
    most = Cost(*highest)
    radices = Cost(*(pairs * term + 1 for term in highest))
    # A round has one bye at most, so the terms of the bye do not add up.
    return radices._replace(byes=most.byes + 1, bye_points=most.bye_points + 1)


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


def lots_of(a: NDArray[numpy.int64], b: NDArray[numpy.int64]) -> NDArray[numpy.uint64]:
    """A fixed 64-bit lot of each edge (the mixing steps of SplitMix64)."""
    z = (a.astype(numpy.uint64) << numpy.uint64(32) | b.astype(numpy.uint64)) * _MIX + _MIX
    z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    lots: NDArray[numpy.uint64] = z ^ (z >> numpy.uint64(31))
    return lots
