"""Improving pods by swaps: owners apart, no old acquaintances, equal points together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

import numpy
from numpy.typing import NDArray

from arena.tournaments.planning.values import EntrantId

Meetings = Mapping[frozenset[EntrantId], int]

SAFE_BITS = 56
"""Weights below this can be summed over two pods in 64 bits; wider ones are computed with Python's integers."""


@dataclass(frozen=True)
class PodEntrant:
    """An entrant as the pairing of pods sees it."""

    id: EntrantId
    points: Fraction | int = 0
    owner: EntrantId | None = None


def improve(pods: Sequence[Sequence[PodEntrant]], meetings: Meetings) -> tuple[tuple[EntrantId, ...], ...]:
    """Swap entrants between pods while that lowers the cost of the round, most important term first: pairs of one
    owner in a pod, earlier meetings, squared differences of points.

    Pods are served from the top, since a misfit at the top hurts most: for each pod the best swap with a later pod
    is taken (among equals the first pair of positions) until none helps; passes repeat until nothing changes.
    """
    swapper = _Swapper(pods, meetings)
    while swapper.improve_once():
        pass
    return swapper.pods()


def apart_only(pods: Sequence[Sequence[PodEntrant]]) -> tuple[tuple[EntrantId, ...], ...]:
    """Keep owners apart and change nothing else."""
    return improve([[replace(entrant, points=0) for entrant in pod] for pod in pods], {})


class _Swapper:
    """Positions are numbered through all pods; `seats[position]` is who sits there."""

    def __init__(self, pods: Sequence[Sequence[PodEntrant]], meetings: Meetings) -> None:
        self.members = [entrant for pod in pods for entrant in pod]
        sizes = [len(pod) for pod in pods]
        self.ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
        self.starts = [end - size for end, size in zip(self.ends, sizes, strict=True)]
        self.pod_of = numpy.repeat(numpy.arange(len(pods)), sizes)
        self.seats = numpy.arange(len(self.members))
        self.weights = pair_weights(self.members, meetings, sum(size * (size - 1) // 2 for size in sizes))
        self.inside = numpy.zeros(len(self.members), dtype=self.weights.dtype)
        for pod in range(len(pods)):
            self._weigh(pod)

    def _weigh(self, pod: int) -> None:
        """What each entrant of a pod costs there."""
        here = slice(self.starts[pod], self.ends[pod])
        self.inside[here] = self.weights[numpy.ix_(self.seats[here], self.seats[here])].sum(axis=1)

    def improve_once(self) -> bool:
        """One pass from the top pod to the bottom; whether anything changed."""
        swaps = 0
        for pod in range(len(self.starts) - 1):
            while self._swap_best(pod):
                swaps += 1
        return swaps > 0

    def _swap_best(self, pod: int) -> bool:
        start, end = self.starts[pod], self.ends[pod]
        mine, theirs = self.seats[start:end], self.seats[end:]
        cross = self.weights[numpy.ix_(mine, theirs)]
        bounds = numpy.array(self.starts[pod + 1 :]) - end
        to_pods = numpy.add.reduceat(cross, bounds, axis=1)[:, self.pod_of[end:] - pod - 1]
        gain = cross.sum(axis=0)[None, :] + to_pods - 2 * cross
        gain = gain - self.inside[start:end, None] - self.inside[None, end:]
        row, column = divmod(int(gain.argmin()), len(theirs))
        if gain[row, column] >= 0:
            return False
        a, b = start + row, end + column
        self.seats[a], self.seats[b] = self.seats[b], self.seats[a]
        self._weigh(pod)
        self._weigh(int(self.pod_of[b]))
        return True

    def pods(self) -> tuple[tuple[EntrantId, ...], ...]:
        ids = [self.members[int(who)].id for who in self.seats]
        return tuple(tuple(ids[start:end]) for start, end in zip(self.starts, self.ends, strict=True))


def pair_weights(members: Sequence[PodEntrant], meetings: Meetings, pairs: int) -> NDArray[numpy.int64]:
    """One integer for each two entrants, its terms as digits with radices that a whole round cannot overflow."""
    unit = lcm(*(Fraction(entrant.points).denominator for entrant in members))
    units = [int(entrant.points * unit) for entrant in members]
    spread = (max(units) - min(units)) ** 2
    difference_radix = pairs * spread + 1
    meeting_radix = pairs * max(meetings.values(), default=0) + 1
    wide = (pairs * difference_radix * meeting_radix).bit_length() > SAFE_BITS
    kind = object if wide else numpy.int64
    points = numpy.array(units, dtype=kind)
    weights: NDArray[numpy.int64] = (points[:, None] - points[None, :]) ** 2
    index = {entrant.id: place for place, entrant in enumerate(members)}
    for pair, times in meetings.items():
        a, b = (index.get(entrant) for entrant in pair)
        if a is not None and b is not None:
            weights[a, b] += times * difference_radix
            weights[b, a] += times * difference_radix
    _add_owners(weights, members, difference_radix * meeting_radix)
    return weights


def _add_owners(weights: NDArray[numpy.int64], members: Sequence[PodEntrant], radix: int) -> None:
    by_owner: dict[EntrantId, list[int]] = {}
    for place, entrant in enumerate(members):
        if entrant.owner is not None:
            by_owner.setdefault(entrant.owner, []).append(place)
    for places in by_owner.values():
        for a in places:
            for b in places:
                if a != b:
                    weights[a, b] += radix
