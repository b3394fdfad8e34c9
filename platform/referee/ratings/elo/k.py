"""The K factor: how far one game moves a live Elo."""

K_NEW, K_SETTLING, K_OLD = 32.0, 16.0, 8.0
"""Quick while nothing is known of a version, slow when much is: K also sets the noise that a live Elo keeps for ever
(``scale.noise_floor``)."""
SETTLING_GAMES = 100
OLD_GAMES = 500


def k_factor(games: int) -> float:
    """K of a version that has played ``games`` rated games in the pool.

    >>> [k_factor(games) for games in (0, 99, 100, 499, 500)]
    [32.0, 32.0, 16.0, 16.0, 8.0]
    """
    if games < SETTLING_GAMES:
        return K_NEW
    return K_SETTLING if games < OLD_GAMES else K_OLD
