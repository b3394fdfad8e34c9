"""Every registered variant has an open pool with the house bots as anchors."""

from django.db import transaction

from arena.bots.actions.house import ensure_house_bots
from arena.ratings.actions.close_period import open_pool
from arena.ratings.models import Anchor, Pool
from engines import variants

PUBLISHED = {"random": 1200.0, "greedy": 1400.0, "expert": 1500.0, "search": 1600.0}
"""Where the house bots stand on the scale of every pool. Only their mean fixes the scale of the fit, so an anchor that
plays better in one game than in another shows that in its own line of the leaderboard."""


@transaction.atomic
def ensure_pools() -> list[Pool]:
    """Safe to run at every start: what exists stays as it is."""
    bots = [bot for bot in ensure_house_bots() if bot.active_version is not None]
    pools = [open_pool(each.slug) for each in variants()]
    Anchor.objects.bulk_create(
        [
            Anchor(pool=pool, version=bot.active_version, rating=PUBLISHED[bot.house_name])
            for pool in pools
            for bot in bots
            if bot.house_name in PUBLISHED
        ],
        ignore_conflicts=True,
    )
    return pools
