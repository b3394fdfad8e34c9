"""Ratings to seed by. Ratings sit beside this app, not below it: the settings say who knows them."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

RatingSource = Callable[[str, Sequence[int]], Mapping[int, float]]
"""From a variant and ids of bot versions to the ratings of those that have one."""


def ratings_of(variant: str, versions: Sequence[int]) -> Mapping[int, float]:
    path = settings.TOURNAMENT_RATINGS
    return cast(RatingSource, import_string(path))(variant, versions) if path else {}
