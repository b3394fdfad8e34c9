"""What tournaments seed by: the leaderboard. Here, because this layer alone knows both sides."""

from collections.abc import Mapping, Sequence

from arena.ratings.models import Standing


def ratings_of(variant: str, versions: Sequence[int]) -> Mapping[int, float]:
    """Ratings of bot versions in the open season of a variant; those without one are left out."""
    rows = Standing.objects.filter(
        pool__variant=variant, pool__is_open=True, version__in=versions, is_rated=True, rating__isnull=False
    ).values_list("version", "rating")
    return {version: rating for version, rating in rows if rating is not None}
