"""Which pairs of a large field are worth looking at.

Half a million pairs of a thousand entrants would take the solver many seconds; nearly all of them cost far more
than anything a good pairing uses. Kept are, for everybody, the cheapest opponents and the nearest in the field.
"""

from collections.abc import Iterator, Sequence

import numpy
from numpy.typing import NDArray

from arena.tournaments.planning.formats.swiss.cost import Standing


def near_pairs(field: Sequence[Standing], width: int) -> Iterator[tuple[int, int]]:
    """Pairs (upper, lower) of two owners that never met: the `width` cheapest of each entrant and the `width` next in
    the field."""
    size = len(field)
    costs = _costs(field)
    cheapest = numpy.argpartition(costs, min(width, size - 1) - 1, axis=1)[:, :width]
    pairs = {(min(a, int(b)), max(a, int(b))) for a in range(size) for b in cheapest[a]}
    pairs |= {(a, b) for a in range(size) for b in range(a + 1, min(size, a + 1 + width))}
    never = costs.max()
    yield from sorted(pair for pair in pairs if pair[0] != pair[1] and costs[pair] < never)


def _costs(field: Sequence[Standing]) -> NDArray[numpy.int64]:
    """Costs of all pairs as small integers for comparing edges one by one; rematches and pairs of one owner get the
    highest value."""
    size = len(field)
    half = numpy.array([s.half_points for s in field], dtype=numpy.int64)
    position = numpy.array([s.position for s in field], dtype=numpy.int64)
    group = numpy.array([s.group_size for s in field], dtype=numpy.int64)
    floated = numpy.array([s.contender.floated_down for s in field], dtype=numpy.int64)
    gap = half[:, None] - half[None, :]
    inside = numpy.abs(position[None, :] - position[:, None] - (group // 2)[:, None])
    across = position[None, :] + (group - 1 - position)[:, None]
    fold = numpy.where(gap == 0, inside, across)
    upper = (gap * gap * 2 + (gap > 0) * floated[:, None]) * (2 * size) + fold
    upper = numpy.triu(upper, 1)
    costs: NDArray[numpy.int64] = upper + upper.T
    costs[numpy.arange(size), numpy.arange(size)] = numpy.iinfo(numpy.int64).max
    places = {s.contender.id: s.place for s in field}
    for standing in field:
        met = [places[other] for other in standing.contender.opponents if other in places]
        costs[standing.place, met] = numpy.iinfo(numpy.int64).max
    owners = [s.contender.owner for s in field]
    if any(owner is not None for owner in owners):
        numbers = {owner: number for number, owner in enumerate(dict.fromkeys(owners))}
        family = numpy.array([-1 - at if o is None else numbers[o] for at, o in enumerate(owners)], dtype=numpy.int64)
        costs[family[:, None] == family[None, :]] = numpy.iinfo(numpy.int64).max
    return costs
