"""Pairing one round of the Swiss system: the cheapest perfect matching of the whole field at once.

Pairing greedily from the top paints itself into a corner; a matching does not. Rematches happen only when no
pairing without one exists.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from arena.tournaments.planning.formats.swiss.columns import Ints, bye_costs, pair_costs
from arena.tournaments.planning.formats.swiss.cost import Contender, Cost, Standing, order_field, pair_cost
from arena.tournaments.planning.formats.swiss.matching import Edges, minimum_cost_matching
from arena.tournaments.planning.formats.swiss.neighbours import near_pairs
from arena.tournaments.planning.values import EntrantId

SMALL_FIELD = 200
"""Up to here all pairs are looked at: it takes a few hundredths of a second."""
WIDTHS = (10, 64)
"""How many neighbours a larger field looks at, until a perfect matching is found; then all pairs."""


@dataclass(frozen=True)
class SwissPairing:
    pairs: tuple[tuple[EntrantId, EntrantId], ...]
    """Upper entrant first, top table first."""
    bye: EntrantId | None
    costs: tuple[Cost, ...]
    """Why: the cost of each pair."""


def pair_swiss(contenders: Sequence[Contender], *, small_field: int = SMALL_FIELD) -> SwissPairing:
    """Pair a field of two or more.

    >>> field = [
    ...     Contender("A", 1, 2, ("B", "C")),
    ...     Contender("B", 2, 1, ("A", "D")),
    ...     Contender("C", 3, 1, ("D", "A")),
    ...     Contender("D", 4, 0, ("C", "B")),
    ... ]
    >>> pair_swiss(field).pairs
    (('A', 'D'), ('B', 'C'))
    >>> first_round = pair_swiss([Contender(seed, seed, 0) for seed in range(1, 6)])
    >>> first_round.pairs, first_round.bye
    (((1, 3), (2, 4)), 5)
    """
    field = order_field(contenders)
    if len(field) < 2:
        return SwissPairing((), field[0].contender.id if field else None, ())
    matched = _match(field, small_field)
    pairs = [pair for pair in matched if pair[1] < len(field)]
    bye = next((a for a, b in matched if b == len(field)), None)
    return SwissPairing(
        tuple((field[a].contender.id, field[b].contender.id) for a, b in pairs),
        None if bye is None else field[bye].contender.id,
        tuple(pair_cost(field[a], field[b]) for a, b in pairs),
    )


def _match(field: Sequence[Standing], small_field: int) -> tuple[tuple[int, int], ...]:
    widths = WIDTHS if len(field) > small_field else ()
    for width in widths:
        if matched := _match_pairs(field, *near_pairs(field, width)):
            return matched
    matched = _match_pairs(field, *numpy.triu_indices(len(field), 1))
    if matched is None:
        raise AssertionError("a complete graph with an even number of nodes has a perfect matching")
    return matched


def _match_pairs(field: Sequence[Standing], upper: Ints, lower: Ints) -> tuple[tuple[int, int], ...] | None:
    size = len(field)
    ends, costs = numpy.column_stack([upper, lower]), pair_costs(field, upper, lower)
    if size % 2:
        rests = numpy.column_stack([numpy.arange(size), numpy.full(size, size)])
        ends, costs = numpy.concatenate([ends, rests]), numpy.concatenate([costs, bye_costs(field)])
    return minimum_cost_matching(size + size % 2, Edges(ends, costs))
