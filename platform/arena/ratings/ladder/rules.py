"""The ladder's numbers, with the reason for each. Pure: the simulation of waiting times reads them too."""

from datetime import timedelta

BEAT_S = 5.0
"""How often every ladder is looked at."""
CYCLE_LIMIT = timedelta(minutes=2)
"""At its deadline a cycle closes with what is finished; the rest is rated with a later one."""
FEWEST_PODS = 4
"""Per unit of weight: also a small field keeps the workers busy between two beats."""
MOST_PODS = 24
"""Per unit of weight: a newcomer waits for at most about this many pods before its first one."""
HOUSE_GAMES = 400
"""With nobody but the house on a ladder the anchors play so many games, then rest: their distances are known."""
PLACEMENT_BLOCKS = 10
"""Blocks that a newcomer plays against anchors from all over the scale."""
MAX_FAULT_RUN = 5
"""Faults in consecutive games, in schedule order, after which a bot is taken off the ladder."""


def pods_per_cycle(candidates: int, pod_size: int, weight: int = 1) -> int:
    """Pods for about half of those who wait: with few pods a cycle, one slow bot in it would idle the workers.

    >>> [pods_per_cycle(count, 2) for count in (2, 40, 200, 10_000)]
    [4, 10, 24, 24]
    """
    return weight * min(MOST_PODS, max(FEWEST_PODS, candidates // (2 * pod_size)))
