"""Whether thinking times carry messages: what one seat's time says about another's cards and choices.

`observed` reads replays, `suspicion` does the statistics. A flag is a reason to look, never a verdict.
"""

from arena.matches.timing.observed import Observed, observe
from arena.matches.timing.suspicion import ALARM, LEAST_BLOCKS, Flag, Look, look

__all__ = ["ALARM", "LEAST_BLOCKS", "Flag", "Look", "Observed", "look", "observe"]
