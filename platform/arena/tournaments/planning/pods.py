"""Pods: how large they are, and who sits together when owners, earlier meetings and points are weighed."""

from collections.abc import Sequence

from arena.tournaments.planning.best_pods import SMALL_FIELD, best_pods
from arena.tournaments.planning.errors import SettingsError, StateError
from arena.tournaments.planning.pod_swaps import Meetings, PodEntrant, apart_only, improve, pair_weights
from arena.tournaments.planning.seeding import snake
from arena.tournaments.planning.values import EntrantId


def pod_sizes(entrants: int, target: int) -> tuple[int, ...]:
    """Sizes of the fewest pods that hold everybody, as equal as possible, larger ones first. No byes.

    >>> [pod_sizes(n, 4) for n in (5, 7, 10, 13)]
    [(3, 2), (4, 3), (4, 3, 3), (4, 3, 3, 3)]
    """
    if target < 3:
        raise SettingsError(f"pods hold at least 3, not {target}; for matches between two choose a two-sided format")
    if entrants < 2:
        raise StateError(f"pods need at least 2 entrants, not {entrants}")
    pods = -(-entrants // target)
    small, larger = divmod(entrants, pods)
    return (small + 1,) * larger + (small,) * (pods - larger)


def exact_sizes(entrants: int, size: int) -> tuple[int, ...]:
    """Pods of exactly this size; the rest sits out (two against two needs four at a table).

    >>> exact_sizes(11, 4)
    (4, 4)
    """
    return (size,) * (entrants // size)


def snake_pods(order: Sequence[PodEntrant], sizes: Sequence[int]) -> tuple[tuple[EntrantId, ...], ...]:
    """Pods of a first round, or of a knockout round: by snake, then owners kept apart.

    >>> snake_pods([PodEntrant(seed) for seed in range(1, 8)], (4, 3))
    ((1, 4, 5, 7), (2, 3, 6))
    """
    by_id = {entrant.id: entrant for entrant in order}
    dealt = snake([entrant.id for entrant in order], len(sizes))
    return apart_only([[by_id[e] for e in pod] for pod in dealt])


def ranked_pods(
    order: Sequence[PodEntrant], meetings: Meetings, sizes: Sequence[int]
) -> tuple[tuple[EntrantId, ...], ...]:
    """Pods of a later round: the ranking cut into pods, then improved by swaps; in a small field the best there are.

    >>> met = {frozenset(("a", "b")): 1}
    >>> field = [PodEntrant(e, p) for e, p in zip("abcdef", (3, 3, 3, 2, 1, 1))]
    >>> ranked_pods(field, met, (3, 3))
    (('a', 'c', 'd'), ('b', 'e', 'f'))
    """
    if sum(sizes) != len(order):
        raise StateError(f"pods of sizes {tuple(sizes)} do not hold exactly {len(order)} entrants")
    cut: list[Sequence[PodEntrant]] = []
    for size in sizes:
        start = sum(len(pod) for pod in cut)
        cut.append(order[start : start + size])
    swapped = improve(cut, meetings)
    if len(order) > SMALL_FIELD:
        return swapped
    place = {entrant.id: index for index, entrant in enumerate(order)}
    weights = pair_weights(order, meetings, sum(size * (size - 1) // 2 for size in sizes))
    best = best_pods(
        tuple(tuple(int(weight) for weight in row) for row in weights),
        tuple(sizes),
        tuple(tuple(place[entrant] for entrant in pod) for pod in swapped),
    )
    return tuple(tuple(order[index].id for index in pod) for pod in best)
