"""The newest rated games of some versions, by the index of versions."""

from collections.abc import Collection

from arena.matches.newest import OF_EACH, ask
from arena.ratings.models import Pool

_RATED = OF_EACH.format(
    join="JOIN ratings_ratingevent AS event ON event.game_id = seat.game_id AND event.pool_id = %(pool)s "
    "AND event.revision = 0",
    where="",
)


def newest_rated(pool: Pool, versions: Collection[int], count: int) -> list[int]:
    """Of each version so many that stand in the log of the pool, corrected or not."""
    return ask(_RATED, versions, count, pool=pool.pk)
