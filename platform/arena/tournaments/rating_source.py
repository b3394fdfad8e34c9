"""What ratings say about entrants. Ratings sit beside this app, not below it: the settings say who knows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from django.conf import settings
from django.utils.module_loading import import_string

from arena.tournaments.planning.forecast.strengths import Floats

RatingSource = Callable[[str, Sequence[int]], Mapping[int, float]]
"""From a variant and ids of bot versions to the ratings of those that have one."""


def ratings_of(variant: str, versions: Sequence[int]) -> Mapping[int, float]:
    path = settings.TOURNAMENT_RATINGS
    return cast(RatingSource, import_string(path))(variant, versions) if path else {}


@dataclass(frozen=True)
class LadderKnowledge:
    """What the ladder of a variant says about some bot versions, and about bots in general."""

    ratings: Floats
    """In the order of the versions asked for; NaN: not rated."""
    covariance: Floats
    """Joint error of the ratings, squared rating points."""
    centre: float = 1500.0
    spread: float = 150.0
    """Of true strengths on the ladder: where somebody without a rating may stand."""
    gain: float = 1.0
    """How many independent games one game of a block is worth, as measured."""
    board: tuple[int, ...] = field(default=())
    """The best versions of the ladder, best first: who may come to a tournament that is not open yet."""


LadderSource = Callable[[str, Sequence[int]], LadderKnowledge]


def ladder_knowledge(variant: str, versions: Sequence[int]) -> LadderKnowledge:
    path = settings.TOURNAMENT_LADDER
    if path:
        return cast(LadderSource, import_string(path))(variant, versions)
    return LadderKnowledge(np.full(len(versions), np.nan), np.zeros((len(versions), len(versions))))
