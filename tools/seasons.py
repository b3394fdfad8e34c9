"""A ladder in its second season, for the pictures of its pages."""

from datetime import timedelta

from django.utils import timezone

from arena.bots.models import BotVersion
from arena.ratings.models import FinalPlace, Pool, Standing


def create(variant: str, versions: list[BotVersion]) -> None:
    """The first season is over; the versions came in their order, the last one as the anchor."""
    now = timezone.now()
    old = Pool.objects.create(
        variant=variant,
        is_open=False,
        began_at=now - timedelta(days=90),
        ended_at=now - timedelta(days=3),
        carry_over=50,
        last_seq=4200,
        fitted_seq=4200,
        fitted_at=now - timedelta(days=3),
    )
    Pool.objects.create(variant=variant, season=2, began_at=old.ended_at, last_seq=96, fitted_seq=96, fitted_at=now)
    for place, version in enumerate(versions, 1):
        is_anchor = place == len(versions)
        Standing.objects.create(
            pool=old, version=version, position=place, is_provisional=False, is_anchor=is_anchor,
            rating=1690.0 - 60 * place, error=9.0, margin=17.8, games=2100, blocks=1050, points=0.6 - 0.05 * place,
            live=1680.0 - 60 * place, best_rank=place, worst_rank=place, tie_first=place, tie_last=place,
        )  # fmt: skip
        FinalPlace.objects.create(pool=old, version=version, place=None if is_anchor else place)
