"""Every registered variant has an open pool with those house bots as anchors that play its game."""

from django.db import transaction

from arena.bots.actions.house import ensure_house_bots
from arena.ratings.actions.close_period import open_pool
from arena.ratings.models import Anchor, Pool
from engines import variant, variants

PUBLISHED = {"random": 1200.0, "greedy": 1400.0, "expert": 1500.0, "search": 1600.0}
"""Where the house bots stand on the scale of every pool. Only their mean fixes the scale of the fit, so an anchor that
plays better in one game than in another shows that in its own line of the leaderboard."""


@transaction.atomic
def ensure_pools() -> list[Pool]:
    """Safe to run at every start: what exists stays as it is.

    A pool keeps the anchor with which it began, also when that house bot has a newer version: a second one at the same
    height would move everybody else. The newer version comes in with the next season.
    """
    bots = [bot for bot in ensure_house_bots() if bot.active_version is not None]
    pools = [open_pool(variant.slug) for variant in variants()]
    known = set(Anchor.objects.filter(pool__in=pools).values_list("pool", "version__bot"))
    Anchor.objects.bulk_create(
        [
            Anchor(pool=pool, version=bot.active_version, rating=PUBLISHED[bot.house_name])
            for pool in pools
            for bot in bots
            if bot.house_name in PUBLISHED and bot.plays(variant(pool.variant).game) and (pool.pk, bot.pk) not in known
        ],
        ignore_conflicts=True,
    )
    return pools
