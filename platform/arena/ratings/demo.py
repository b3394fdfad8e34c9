"""The demo's ladders: a few variants that move at once; the others are switched on in the admin."""

from collections.abc import Iterator

from arena.ratings.actions.pools import ensure_pools
from arena.ratings.models import Pool
from engines import engines

MOVING = 2
"""So many ladders of each game: more would leave every one of them with few games."""


def create() -> Iterator[str]:
    is_first_time = not Pool.objects.exists()
    ensure_pools()
    if is_first_time:
        moving = [variant.slug for engine in engines() for variant in engine.variants()[:MOVING]]
        Pool.objects.exclude(variant__in=moving).update(ladder_is_on=False)
        yield f"ladders of {', '.join(moving)}"
