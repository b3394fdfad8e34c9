"""The search in a game that gives it no advice: to the end of the game, whoever wins there."""

from bots.house.tree import points
from engines import State
from engines.house import Hooks, House

DEPTH = 200
"""Decisions after which a simulation is cut: more than most card games take."""
SIMULATIONS_PER_MS = 0.2
"""What the slowest of the known engines can do, random play to the end included; the clock stops slower ones."""
CONFIDENCE = 0.7
"""Where there is a policy to fall back on; choices at random deserve no such trust."""


def hooks_of(house: House) -> Hooks:
    """What the search knows of a game."""
    if house.search is not None:
        return house.search
    policy = house.expert or house.greedy
    return Hooks(policy, policy, by_progress, DEPTH, SIMULATIONS_PER_MS, CONFIDENCE if policy else 0.0)


def by_progress(state: State) -> list[float]:
    """Who is ahead has won."""
    standing = state.progress()
    return points([sum(other > own for other in standing) for own in standing])
