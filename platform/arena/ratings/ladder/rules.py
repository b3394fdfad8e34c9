"""The ladder's numbers, with the reason for each. Pure: the simulation of waiting times reads them too."""

from datetime import timedelta

BEAT_S = 5.0
"""How often every ladder is looked at."""
CYCLE_LIMIT = timedelta(seconds=10)
"""A cycle closes with what is finished; the rest is rated with a later one. Two beats: whoever is quick must not wait
for a slow bot at another table."""
FEWEST_PODS = 4
"""Per unit of weight: also a small field keeps the workers busy between two beats."""
MOST_PODS = 24
"""Per unit of weight: pods that are open at the same time."""
QUICK_S = 2.0
"""Whoever takes at most this in a game may sit down again while its pod is left over: it is another who is slow."""
HOUSE_GAMES = 400
"""With nobody but the house on a ladder the anchors play so many games, then rest: their distances are known."""
MAX_FAULT_RUN = 5
"""Faults in consecutive games, in schedule order, after which a bot is taken off the ladder."""

BATCH_LIMIT = timedelta(minutes=2)
"""A batch of placement games closes with what is finished; the rest is rated with a later cycle."""
BATCH_SECONDS = 30.0
"""Machine time that a batch is expected to take: a slow newcomer gets many small batches and shares the workers."""
FIRST_SHARE = 0.25
"""Of the games that a newcomer is expected to need, so many are played before anything is known of it."""
MOST_BATCHES = 40
"""Then a newcomer that is still not rated well joins the others: it faults, or it is beyond all of them."""
MOST_GAMES = 1200
"""The same after so many games, several times what nearly everybody needs, or as soon as it is seen that they are too
few: a bot of the demo wins one game of karma-3 in three hundred, and more than seven thousand would be needed."""
SEARCH_S = 2.0
"""What a seat of a house bot that searches is taken to cost before it was seen on a ladder. Taken for the usual, it sat
at a third of all tables of a fresh arena and made every newcomer wait."""
BATCH_PODS = 3
"""Line-ups of a batch: a rating from one opponent would say how well the bot beats that one."""
PLACED_AT_ONCE = 8
"""Newcomers whose batches are open at the same time: the first ones are done soon, instead of all of them late."""
DRAFTED_BLOCKS = 200
"""Blocks a day for which one uploaded bot may be called to place newcomers: nobody's ladder is only that."""


def open_pods(candidates: int, pod_size: int, weight: int = 1) -> int:
    """Pods for about half of those who wait: with few of them, one slow bot would idle the workers.

    >>> [open_pods(count, 2) for count in (2, 40, 200, 10_000)]
    [4, 10, 24, 24]
    """
    return weight * min(MOST_PODS, max(FEWEST_PODS, candidates // (2 * pod_size)))


AWAKE_S = 120.0
"""So long after somebody looked ladders play on as if they still did: people come back from another window."""
LONGEST_PAUSE_S = 600.0
"""Between two cycles of a ladder that nobody looks at. A cycle keeps two cores busy for some seconds."""


def pause_s(unseen_s: float) -> float:
    """Between two cycles when nobody has looked for so long: a tenth of it, so that it slows down bit by bit.

    >>> [pause_s(minutes * 60) for minutes in (0, 2, 5, 30, 600)]
    [0.0, 0.0, 30.0, 180.0, 600.0]
    """
    return 0.0 if unseen_s <= AWAKE_S else min(LONGEST_PAUSE_S, unseen_s / 10)
