"""Which pairs of a large field are worth looking at.

Half a million pairs of a thousand entrants would take the solver many seconds; nearly all of them cost far more
than anything a good pairing uses. Kept are, for everybody, the cheapest opponents and the nearest in the field.
"""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from arena.tournaments.planning.formats.swiss.columns import Ints, family_of, points_and_fold
from arena.tournaments.planning.formats.swiss.cost import Standing


def near_pairs(field: Sequence[Standing], width: int) -> tuple[Ints, Ints]:
    """Pairs of two owners that never met, upper places and lower places: the `width` cheapest of each entrant and the
    `width` next in the field."""
    size = len(field)
    costs, never = _costs(field)
    cheapest = numpy.argpartition(costs, min(width, size - 1) - 1, axis=1)[:, :width]
    own = numpy.repeat(numpy.arange(size), cheapest.shape[1])
    nearest = numpy.arange(size)[:, None] + numpy.arange(1, width + 1)[None, :]
    one = numpy.concatenate([own, numpy.repeat(numpy.arange(size), width)])
    other = numpy.concatenate([cheapest.ravel(), nearest.ravel()])
    one, other = one[other < size], other[other < size]
    pairs = numpy.unique(numpy.minimum(one, other) * size + numpy.maximum(one, other))
    upper, lower = pairs // size, pairs % size
    is_possible = costs[upper, lower] < never
    return upper[is_possible], lower[is_possible]


def _costs(field: Sequence[Standing]) -> tuple[NDArray[numpy.signedinteger], int]:
    """Costs of all pairs as small integers for comparing edges one by one, and what rematches and pairs of one owner
    cost: more than any other."""
    size = len(field)
    most = (2 * (field[0].half_points - field[-1].half_points) ** 2 + 2) * 2 * size
    # Half the memory is twice as quick here: a thousand entrants are a million pairs.
    kind = numpy.int32 if most < numpy.iinfo(numpy.int32).max else numpy.int64
    everybody = numpy.arange(size)
    gap, floats, fold = points_and_fold(field, everybody[:, None], everybody[None, :], kind)
    upper = (gap * gap * 2 + floats) * kind(2 * size) + fold
    costs = numpy.triu(upper, 1)
    costs += costs.T
    numpy.fill_diagonal(costs, most)
    places = {s.contender.id: s.place for s in field}
    met = [(s.place, places[other]) for s in field for other in s.contender.opponents if other in places]
    costs[tuple(numpy.array(met, dtype=numpy.int64).reshape(-1, 2).T)] = most
    family = family_of(field)
    if family is not None:
        costs[family[:, None] == family[None, :]] = most
    return costs, most
