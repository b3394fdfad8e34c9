"""Shuffling with ``random.Random``, for imagined states. What is dealt in a game comes from ``chance`` alone."""

from random import Random


def shuffle(cards: list[int], rng: Random) -> None:
    """Fisher-Yates; ``random()`` is several times faster than ``randrange`` and even to 1 in 10^14."""
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
