"""How long a series has to be before its winner means something."""

import math
from collections.abc import Sequence

from scipy.special import betainc

from arena.ratings.errors import RatingInputError
from arena.ratings.points import check_sides_count
from arena.ratings.scale import Z95


def best_of(chance: float, games: int) -> float:
    """Chance that the better entrant wins a best-of-``games`` series, ``chance`` being its chance in one game.

    >>> round(best_of(0.55, 101), 4)
    0.8438
    """
    if not 0.0 <= chance <= 1.0:
        raise RatingInputError(f"A chance lies between 0 and 1; {chance} does not.")
    if games < 1 or games % 2 == 0:
        raise RatingInputError(f"Best of {games} can be tied; name an odd number of games from 1 on.")
    needed = (games + 1) // 2
    return float(betainc(needed, needed, chance))


def games_for_confidence(chance: float, confidence: float) -> int:
    """Smallest odd number of games whose winner is the better entrant with the confidence asked for.

    >>> games_for_confidence(0.55, 0.9)
    163
    """
    if not 0.5 < chance < 1.0 or not 0.5 <= confidence < 1.0:
        raise RatingInputError(
            "The better entrant's chance lies between 0.5 and 1 without them, the confidence from 0.5 to below 1."
        )
    upper = 1
    while best_of(chance, upper) < confidence:
        upper = 2 * upper + 1
    lower = 1
    while lower < upper:
        middle = (lower + upper) // 2
        middle -= 1 - middle % 2  # odd, and below upper
        if best_of(chance, middle) < confidence:
            lower = middle + 2
        else:
            upper = middle
    return lower


def games_to_separate(sides: int, points: float) -> int:
    """Games until a 95 % interval leaves out equality, for one entrant ``points`` above otherwise equal opponents.

    After that many games the chance to have noticed is one half; double it for 80 %.

    >>> games_to_separate(4, 50)
    246
    """
    check_sides_count(sides)
    if not 0.01 <= abs(points) <= 4000.0:
        raise RatingInputError(f"Name a distance between 0.01 and 4000 points, not {points}; equals never separate.")
    odds = math.pow(10.0, points / 400.0)
    chance = odds / (odds + sides - 1)
    return math.ceil(Z95**2 * chance * (1.0 - chance) / (chance - 1.0 / sides) ** 2)


def replay_gain(blocks: Sequence[Sequence[float]]) -> float:
    """How many independent games one game of a block is worth, for one entrant.

    ``blocks`` holds the entrant's points of every game, block by block. Above 1: replaying deals cancels luck.

    >>> replay_gain([[1, 0], [0, 1], [1, 1], [0, 1]])
    2.5
    """
    if len(blocks) < 2 or len({len(block) for block in blocks}) != 1 or not blocks[0]:
        raise RatingInputError("Measuring luck needs two or more blocks of equally many games.")
    size = len(blocks[0])
    points = [float(each) for block in blocks for each in block]
    across = size * _variance([sum(map(float, block)) / size for block in blocks])
    if across == 0.0:
        raise RatingInputError("All blocks scored the same, so luck cannot be measured; add blocks.")
    return _variance(points) / across


def _variance(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / len(values)
