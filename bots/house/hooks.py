"""What the search has to know about a game."""

from collections.abc import Callable
from typing import Any, NamedTuple

from bots.house.policy import Policy


class Hooks(NamedTuple):
    """What the search has to know about a game."""

    expert: Policy
    """Makes the default choice."""
    rollout: Policy
    """Plays on in simulations."""
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
