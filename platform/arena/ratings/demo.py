"""The demo's ladders: a few variants that move at once; the others are switched on in the admin."""

from collections.abc import Iterator

from arena.ratings.actions.pools import ensure_pools
from arena.ratings.models import Pool

MOVING = ("karma-2", "karma-4", "karmaka-2", "diamoniak-2", "diamoniak-3")


def create() -> Iterator[str]:
    is_first_time = not Pool.objects.exists()
    ensure_pools()
    if is_first_time:
        Pool.objects.exclude(variant__in=MOVING).update(ladder_is_on=False)
        yield f"ladders of {', '.join(MOVING)}"
