"""How long a series must be to mean something: for organisers who choose a length."""

import math

from arena.tournaments.planning.errors import SettingsError


def best_of(p: float, games: int) -> float:
    """Chance that the better one wins more than half of an odd number of independent games.

    >>> round(best_of(0.55, 101), 4)
    0.8438
    """
    if not 0 <= p <= 1:
        raise SettingsError(f"a chance lies between 0 and 1, not {p}")
    if games < 1 or games % 2 == 0:
        raise SettingsError(f"best of {games} can end level; choose an odd number of games")
    if p in (0, 1):
        return float(p)
    need = games // 2 + 1
    logs = (
        math.lgamma(games + 1) - math.lgamma(k + 1) - math.lgamma(games - k + 1)
        + k * math.log(p) + (games - k) * math.log1p(-p)
        for k in range(need, games + 1)
    )  # fmt: skip
    return math.fsum(math.exp(value) for value in logs)


def games_for(p: float, confidence: float) -> int:
    """The shortest odd series that the better one wins with at least this chance.

    >>> games_for(0.6, 0.9)
    41
    """
    if not 0.5 < p <= 1 or not 0.5 < confidence < 1:
        raise SettingsError("the better one wins more than half of its games, and no series is certain")
    high = 1
    while best_of(p, 2 * high - 1) < confidence:
        high *= 2
    low = high // 2
    while low + 1 < high:
        middle = (low + high) // 2
        if best_of(p, 2 * middle - 1) < confidence:
            low = middle
        else:
            high = middle
    return 2 * high - 1


def games_to_tell_apart(players: int, elo: float) -> int:
    """Games until a 95% interval excludes equality, for one bot `elo` points above otherwise equal opponents.

    >>> games_to_tell_apart(2, 100)
    46
    """
    if players < 2 or elo <= 0:
        raise SettingsError("give at least 2 players and a difference above 0")
    x = 10 ** (elo / 400)
    p = x / (x + players - 1)
    return math.ceil(1.96**2 * p * (1 - p) / (p - 1 / players) ** 2)
