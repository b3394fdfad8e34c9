"""What tournaments learn from the leaderboard. Here, because this layer alone knows both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from django.core.cache import cache

from arena.ratings.actions.refit import fit_log
from arena.ratings.models import Pool, Standing
from arena.tournaments.planning.forecast.strengths import Floats, ladder_spread
from arena.tournaments.rating_source import LadderKnowledge
from referee.ratings.scale import Z95

QUICK_FIT_S = 0.4
"""A pool that is fitted so quickly is asked for its joint errors; of a larger one errors count as independent, which
is nearly true there and on the careful side."""
_KEPT_S = 3600
"""The key names the fit, so nothing kept is ever old; an hour only bounds the memory."""
_BOARD = 1024
"""The most entrants of a tournament: more cannot be invited."""


def ratings_of(variant: str, versions: Sequence[int]) -> Mapping[int, float]:
    """Ratings of bot versions in the open season of a variant; those without one are left out."""
    rows = Standing.objects.filter(
        pool__variant=variant, pool__is_open=True, version__in=versions, is_rated=True, rating__isnull=False
    ).values_list("version", "rating")
    return {version: rating for version, rating in rows if rating is not None}


def knowledge_of(variant: str, versions: Sequence[int]) -> LadderKnowledge:
    """Ratings with their joint uncertainty, and what the ladder says about bots in general."""
    ratings = np.full(len(versions), np.nan)
    pool = Pool.objects.filter(variant=variant, is_open=True).first()
    if pool is None:
        return LadderKnowledge(ratings, np.zeros((len(versions), len(versions))))
    lines = {
        line.version_id: line
        for line in Standing.objects.filter(pool=pool, is_rated=True, rating__isnull=False)
        if line.error is not None and line.blocks
    }
    board = sorted((line for line in lines.values() if line.is_on_board), key=lambda line: line.position)
    centre, spread = ladder_spread(
        np.array([line.rating for line in board], dtype=np.float64),
        np.array([line.error for line in board], dtype=np.float64),
    )
    errors = np.zeros(len(versions))
    for place, version in enumerate(versions):
        if line := lines.get(version):
            ratings[place] = line.rating or 0.0
            # With few blocks the error itself is not well known: as wide as the interval that the board shows.
            errors[place] = (line.error or 0.0) if line.margin is None else line.margin / Z95
    return LadderKnowledge(
        ratings,
        _correlations(pool, versions) * np.outer(errors, errors),
        centre,
        spread,
        pool.facts.get("gain") or 1.0,
        tuple(line.version_id for line in board[:_BOARD]),
    )


def _correlations(pool: Pool, versions: Sequence[int]) -> Floats:
    """How errors move together; found once for every fit of the board."""
    if pool.fit_seconds > QUICK_FIT_S or pool.fitted_seq == 0:
        return np.eye(len(versions))
    name = f"correlations:{pool.pk}:{pool.fitted_seq}"
    known: dict[int, int]
    correlations = cache.get(name)
    if correlations is None:
        fit = fit_log(pool, pool.fitted_seq)
        places = np.arange(len(fit.ratings))
        own = fit.covariance.variances()[places]
        apart = fit.covariance.difference_variances(places, places)
        scale = np.sqrt(np.maximum(own, 1e-12))
        matrix = (own[:, None] + own[None, :] - apart) / 2.0 / np.outer(scale, scale)
        correlations = ({line.entrant: place for place, line in enumerate(fit.ratings)}, np.clip(matrix, -1.0, 1.0))
        cache.set(name, correlations, _KEPT_S)
    known, matrix = correlations
    here = [known.get(version, -1) for version in versions]
    both = np.ix_(here, here)
    is_known = np.array([place >= 0 for place in here])
    joint = np.where(np.outer(is_known, is_known), matrix[both], 0.0)
    np.fill_diagonal(joint, 1.0)
    return joint
