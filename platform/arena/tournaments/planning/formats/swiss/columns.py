"""The costs of many pairs at once: the same terms as ``cost``, an array for each.

A field of a thousand has some fifteen thousand pairs worth looking at; one after the other they would take longer than
the matching.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from arena.tournaments.planning.formats.swiss.cost import Cost, Standing, bye_cost

Ints = NDArray[numpy.int64]


def points_and_fold(
    field: Sequence[Standing], upper: Ints, lower: Ints, kind: type[numpy.signedinteger]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Difference in half points, whether the upper one floats again, distance from the ideal pair; places of any shape
    that numpy can put side by side."""

    def column(value: Callable[[Standing], int]) -> NDArray[Any]:
        return numpy.array([value(standing) for standing in field], dtype=kind)

    half, position = column(lambda s: s.half_points), column(lambda s: s.position)
    group, floated = column(lambda s: s.group_size), column(lambda s: s.contender.floated_down)
    gap = half[upper] - half[lower]
    inside = numpy.abs(position[lower] - (position + group // 2)[upper])
    across = position[lower] + (group - 1 - position)[upper]
    return gap, (gap > 0) * floated[upper], numpy.where(gap == 0, inside, across)


def family_of(field: Sequence[Standing]) -> Ints | None:
    """A number for the owner of each, one of its own for who has none; None where nobody has one."""
    owners = [standing.contender.owner for standing in field]
    if all(owner is None for owner in owners):
        return None
    numbers = {owner: number for number, owner in enumerate(dict.fromkeys(owners))}
    return numpy.array([-1 - at if owner is None else numbers[owner] for at, owner in enumerate(owners)])


def pair_costs(field: Sequence[Standing], upper: Ints, lower: Ints) -> Ints:
    """A row of ``cost.Cost`` for each pair; ``cost.pair_cost`` says what the terms mean."""
    gap, floats, fold = points_and_fold(field, upper, lower, numpy.int64)
    costs = numpy.zeros((len(upper), len(Cost._fields)), dtype=numpy.int64)
    places = {standing.contender.id: standing.place for standing in field}
    met: dict[int, int] = {}
    for standing in field:
        for other in standing.contender.opponents:
            place = places.get(other, -1)
            if place > standing.place:
                pair = standing.place * len(field) + place
                met[pair] = met.get(pair, 0) + 1
    family = family_of(field)
    column = dict(zip(Cost._fields, costs.T, strict=True))
    column["meetings"][:] = [met.get(pair, 0) for pair in (upper * len(field) + lower).tolist()]
    column["same_owner"][:] = 0 if family is None else family[upper] == family[lower]
    column["difference"][:] = gap * gap
    column["floats_again"][:] = floats
    column["fold"][:] = fold
    return costs


def bye_costs(field: Sequence[Standing]) -> Ints:
    return numpy.array([bye_cost(standing, field) for standing in field], dtype=numpy.int64)
