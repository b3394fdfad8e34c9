"""What a game tells the house bots: how to play it by rules of thumb, how to play it well, how to look ahead in it.

All of it is optional. A game that says nothing has the house bots ``random`` and ``search``, and the search imagines
games in which everybody plays at random (``bots.house``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, NamedTuple

from engines.insight import Insight

Policy = Callable[[Any, int, list[int]], int]
"""``policy(state, seat, legal)`` gives one of the legal ids. The state is of the game that the policy was written
for, and stays as it is. No chance of its own: same state, same answer.

The state is not the real one: it is imagined from the seat's view, so everything that the seat cannot know is a guess
in it, and a policy that peeks at hidden cards gains nothing. In return the same function plays a seat and plays on
inside a search, where making a view for every decision would take far too long.
"""


class Hooks(NamedTuple):
    """What the search has to know about a game."""

    expert: Policy | None
    """Makes the default choice; None: any action is as good as another until it was tried."""
    rollout: Policy | None
    """Plays on in simulations; None: at random."""
    evaluate: Callable[[Any], list[float]]
    """Chances of winning per side, 0 to 1, of a game that is not over."""
    depth: int
    """Decisions after which a simulation is cut and judged."""
    simulations_per_ms: float
    """Of the decision time in the request; about half of what the interpreted engines can do."""
    confidence: float
    """By how many standard errors an action has to beat the expert's to be played: high where luck is."""
    shortlist: Callable[[Any, int, list[int]], list[int]] = lambda state, seat, legal: legal
    """The actions worth trying: of those that come to the same, one."""
    seen_as: Callable[[Any, int, int], int] = lambda state, observer, action: action
    """What another seat sees of the actor's action: those that it cannot tell apart are the same number."""


@dataclass(frozen=True)
class House:
    """The policies of one game."""

    greedy: Policy | None = None
    """Rules of thumb that fit on a beer mat."""
    expert: Policy | None = None
    """As good as it gets without looking ahead."""
    search: Hooks | None = None
    """Unless said, the search knows of the game what its expert or its rules of thumb know, or nothing."""
    insight: Insight | None = None
    """What the analysis of finished games knows of it; without it games are played on and nothing is called luck."""


def shares(strengths: Sequence[float], steepness: float) -> list[float]:
    """Chances from strengths: each unit of strength multiplies a side's chance by e to the steepness."""
    best = max(strengths)
    powers = [exp(steepness * (strength - best)) for strength in strengths]
    total = sum(powers)
    return [power / total for power in powers]


def points_of_winner(chance: float, sides: int) -> float:
    """Expected points where the first wins and all others lose alike: ties for second place count half."""
    second = (sides - 2) / 2 / (sides - 1)
    return chance + (1 - chance) * second
