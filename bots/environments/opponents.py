"""Who takes the seats that the learner does not: house bots, made for speed.

They decide as the house bots of the arena do, from a state that is dealt anew as far as their seat does not know it.
"""

from collections.abc import Callable
from random import Random

from bots.house.registry import create, names
from engines import State, variant
from engines.registry import game

Opponent = Callable[[State, int], int]
"""From a state and the seat that is asked to one of its legal actions."""


def opponent(name: str, slug: str, rng: Random) -> Opponent:
    """``random``, ``greedy`` or ``expert``, where the game has them. Raises ``KeyError`` with a sentence."""
    house = game(variant(slug).game).policies()
    policy = {"greedy": house.greedy, "expert": house.expert}.get(name)
    if name == "random":
        return lambda state, seat: rng.choice(state.legal_actions(seat))
    if policy is None:
        create(name, slug, b"")  # says which there are
        known = [each for each in names(variant(slug).game) if each != "search"]
        raise KeyError(f"{name} thinks too long for an environment. Take one of: {', '.join(known)}.")

    def decide(state: State, seat: int) -> int:
        legal = state.legal_actions(seat)
        return legal[0] if len(legal) == 1 else policy(state.resample(seat, rng), seat, legal)

    return decide
