"""The K factor: how far one game moves a live Elo."""

K_NEW, K_SETTLING, K_OLD = 32.0, 16.0, 8.0
"""Quick while nothing is known of a version, slow when much is: K also sets the noise that a live Elo keeps for ever
(``scale.noise_floor``)."""
SETTLING_GAMES = 100
"""As many as a rating is provisional for at least (``scale.PROVISIONAL_GAMES``)."""
OLD_GAMES = 500
"""At K 16 a live Elo swings by 37 points for ever, at K 8 by 26; by now the fit knows the version to about 15."""


def k_factor(games: int) -> float:
    """K of a version that has played ``games`` rated games in the pool.

    >>> [k_factor(games) for games in (0, 99, 100, 499, 500)]
    [32.0, 32.0, 16.0, 16.0, 8.0]
    """
    if games < SETTLING_GAMES:
        return K_NEW
    return K_SETTLING if games < OLD_GAMES else K_OLD
