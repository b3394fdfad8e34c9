"""Every pod that is possible, once each: the round robin of pods, for small fields."""

from itertools import combinations
from math import comb

from arena.tournaments.planning.errors import SettingsError
from engines.words import mark

MOST_PODS = 500
"""Each is a match: 12 entrants in pods of four, 15 in pods of three. Twice the field plays ten to twenty times as
many."""


def is_affordable(entrants: int, size: int) -> bool:
    return 1 <= comb(entrants, size) <= MOST_PODS


def every_pod(entrants: int, size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """All C(n, k) pods of entrants 0..n-1, packed into rounds in which nobody plays twice.

    >>> every_pod(4, 3)
    (((0, 1, 2),), ((0, 1, 3),), ((0, 2, 3),), ((1, 2, 3),))
    >>> [len(pods) for pods in every_pod(6, 3)]
    [2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
    """
    count = comb(entrants, size)
    if not is_affordable(entrants, size):
        text = mark(
            "{entrants} entrants in pods of {size} make {count} different pods; every_pod plays 1 to {most}, "
            "so choose a number of rounds instead"
        )
        raise SettingsError(text, entrants=entrants, size=size, count=count, most=MOST_PODS)
    waiting = list(combinations(range(entrants), size))
    rounds: list[tuple[tuple[int, ...], ...]] = []
    while waiting:
        here: list[tuple[int, ...]] = []
        busy: set[int] = set()
        for pod in waiting:
            if busy.isdisjoint(pod):
                here.append(pod)
                busy.update(pod)
        waiting = [pod for pod in waiting if pod not in here]
        rounds.append(tuple(here))
    return tuple(rounds)
