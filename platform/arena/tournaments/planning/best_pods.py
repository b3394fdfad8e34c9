"""The best pods of a small field, found by looking at all of them.

Swaps between two pods stop where only a swap among three would help; in a field of a dozen that can cost a second
meeting that was avoidable. There are few ways to seat a dozen, and most are given up early: their first pods cost more
than the whole of a seating that is known.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

SMALL_FIELD = 12
"""Up to here: at most some ten thousand seatings, a few hundredths of a second."""

Pods = tuple[tuple[int, ...], ...]
Weights = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=512)
def best_pods(weights: Weights, sizes: tuple[int, ...], known: Pods) -> Pods:
    """Who sits together, by position in the ranking: the cheapest seating, and no dearer than the one that is known.

    Of several that cost the same, the one whose upper pods cost less, since a misfit at the top hurts most; then the
    one that keeps the order of the ranking. Positions inside a pod, and pods of one size, are in that order too.

    >>> strangers = [[0 if a == b or {a, b} == {0, 3} else 1 for b in range(4)] for a in range(4)]
    >>> best_pods(tuple(map(tuple, strangers)), (2, 2), ((0, 1), (2, 3)))
    ((0, 3), (1, 2))
    """
    search = _Search(weights, sizes, known)
    search.fill(tuple(range(sum(sizes))), (), 0)
    return search.best


class _Search:
    def __init__(self, weights: Weights, sizes: tuple[int, ...], known: Pods) -> None:
        self.weights = weights
        self.sizes = sizes
        self.best = tuple(tuple(sorted(pod)) for pod in known)
        self.costs = [self.cost(pod) for pod in self.best]
        self.total = sum(self.costs)

    def cost(self, pod: Sequence[int]) -> int:
        return sum(self.weights[a][b] for a, b in combinations(pod, 2))

    def fill(self, free: tuple[int, ...], pods: Pods, spent: int) -> None:
        """Seat those who are free in the pods that are left."""
        if not free:
            costs = [self.cost(pod) for pod in pods]
            if (spent, costs, pods) < (self.total, self.costs, self.best):
                self.best, self.costs, self.total = pods, costs, spent
            return
        for pod in self._next(free, pods):
            cost = spent + self.cost(pod)
            if cost <= self.total:
                self.fill(tuple(who for who in free if who not in pod), (*pods, pod), cost)

    def _next(self, free: tuple[int, ...], pods: Pods) -> Iterator[tuple[int, ...]]:
        """What the next pod may be. Pods of one size are interchangeable, so they are filled in order of their best."""
        size, *later = self.sizes[len(pods) :]
        if set(later) <= {size}:
            yield from ((free[0], *rest) for rest in combinations(free[1:], size - 1))
            return
        after = pods[-1][0] if pods and len(pods[-1]) == size else -1
        yield from (pod for pod in combinations(free, size) if pod[0] > after)
