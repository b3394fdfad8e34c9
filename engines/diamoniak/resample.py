"""Random states that agree with what everybody knows: only the order of the draw pile and later chance are hidden."""

from random import Random

from engines.chance import Deal
from engines.shuffling import shuffle


def imagined_deal(rng: Random) -> Deal:
    """Chance for the reshuffles to come, from ``rng`` alone."""
    return Deal(rng.getrandbits(256).to_bytes(32, "big"))


def imagined_pile(pile: list[int], rng: Random) -> list[int]:
    """A random order of a draw pile that owes nothing to its true order."""
    shuffled = sorted(pile)
    shuffle(shuffled, rng)
    return shuffled
