"""The one scale of all ratings: centred at 1500, 400 points are odds of ten to one."""

import math
from typing import Final

POINTS_PER_LOGIT: Final = 400.0 / math.log(10.0)
"""C of the formulas: one natural logit in rating points, about 173.7178."""

CENTRE: Final = 1500.0
"""Where an entrant without history starts."""

Z95: Final = 1.96
"""Half-width of a 95 % interval in standard errors."""

PROVISIONAL_GAMES: Final = 100
"""At even strength the score of 100 games has a standard error of 5 %, which is 35 points."""
PROVISIONAL_STANDARD_ERROR: Final = 40.0
"""With it an interval is 157 points wide: two bots apart by less cannot be told apart anyway."""

END_GAMES: Final = 2 * PROVISIONAL_GAMES
"""Who lost all of so many games stands below all it met, and who won them above; how far, no result can say. (One that
wins a game in fifty loses so many in a row once in sixty times. The first game it wins takes it back.)"""


def is_provisional(games: int, standard_error: float) -> bool:
    """Too few games or too wide an interval to be taken at face value.

    >>> is_provisional(99, 12.0), is_provisional(100, 40.0), is_provisional(500, 40.1)
    (True, False, True)
    """
    return games < PROVISIONAL_GAMES or standard_error > PROVISIONAL_STANDARD_ERROR


def noise_floor(k: float) -> float:
    """Standard deviation that a live Elo keeps for ever at a given K, however many games are played.

    >>> [round(noise_floor(k), 1) for k in (32, 16, 8)]
    [52.7, 37.3, 26.4]
    """
    return math.sqrt(k * POINTS_PER_LOGIT / 2.0)
