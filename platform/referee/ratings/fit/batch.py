"""The rating that orders the leaderboard: one fit over all rated games of a pool, with intervals.

Results are a pure function of the *set* of games: any order of games gives the same doubles.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from referee.ratings.errors import RatingInputError
from referee.ratings.fit.blas import one_thread
from referee.ratings.fit.certainty import freedom, margin, pairwise, shared_freedom
from referee.ratings.fit.choices import Floats, aggregate, build_design, is_one_sided
from referee.ratings.fit.columns import Columns, Ints, Sheet, distinct, gather
from referee.ratings.fit.connection import Rated, connected
from referee.ratings.fit.covariance import Covariance, drawn_sandwich, full_sandwich
from referee.ratings.fit.likelihood import Likelihood
from referee.ratings.fit.newton import maximise
from referee.ratings.fit.solve import DENSE_LIMIT, Solver, solver_for
from referee.ratings.games import Entrant, RatedGame
from referee.ratings.scale import POINTS_PER_LOGIT, is_provisional

ALPHA = 0.1
"""Default weight of the penalty; keeps the rating of a perfect record finite."""


@dataclass(frozen=True)
class Rating:
    """One line of the fit."""

    entrant: Entrant
    rating: float
    standard_error: float
    """Of the distance to the mean of the anchors, in rating points."""
    games: int
    blocks: int

    @property
    def margin(self) -> float:
        """Half-width of the 95 % interval."""
        return margin(self.standard_error, self.blocks)

    @property
    def is_provisional(self) -> bool:
        return is_provisional(self.games, self.standard_error)


@dataclass(frozen=True)
class RoleOffset:
    """What a role is worth, in rating points."""

    role: str
    offset: float
    standard_error: float
    margin: float
    """Half-width of the 95 % interval."""


@dataclass(frozen=True)
class Difference:
    """How far one entrant stands above another."""

    points: float
    standard_error: float
    margin: float
    """Half-width of the 95 % interval of this one pair; for the order of a board see ``rank_range``."""


@dataclass(frozen=True)
class BatchFit:
    """All ratings of a pool."""

    ratings: tuple[Rating, ...]
    """Highest first; equal ratings in the order of names."""
    unrated: tuple[Entrant, ...]
    """Entrants that no chain of games connects to an anchor."""
    roles: tuple[RoleOffset, ...]
    covariance: Covariance = field(compare=False)
    """Joint uncertainty, in the order of ``ratings``."""
    gain: float | None = None
    """How many independent games one game of a block was worth, as measured."""

    def __getitem__(self, entrant: Entrant) -> Rating:
        return self.ratings[self._place(entrant)]

    def difference(self, one: Entrant, other: Entrant) -> Difference:
        """Rating of one minus rating of the other, with its own standard error: the two are correlated."""
        places = np.array([self._place(one)]), np.array([self._place(other)])
        variance = float(self.covariance.difference_variances(*places)[0, 0])
        degrees = shared_freedom(freedom(self[one].blocks), freedom(self[other].blocks))
        error = math.sqrt(variance)
        return Difference(self[one].rating - self[other].rating, error, float(pairwise(degrees)) * error)

    def _place(self, entrant: Entrant) -> int:
        for place, line in enumerate(self.ratings):
            if line.entrant == entrant:
                return place
        raise RatingInputError(f"{entrant!r} has no rating in this fit.")


def fit(
    games: Iterable[RatedGame],
    anchors: Mapping[Entrant, float] | None = None,
    *,
    alpha: float = ALPHA,
    dense_limit: int = DENSE_LIMIT,
) -> BatchFit:
    """Fit ratings to games.

    The mean of the anchors gets the mean of their published ratings. Without anchors the largest group of connected
    entrants is rated around 1500. ``dense_limit``: number of parameters above which intervals are estimated from draws.

    >>> from engines.variants import RankPolicy
    >>> results = [("a", "b", 15, 5), ("b", "c", 15, 5), ("a", "c", 18, 2)]
    >>> games = [
    ...     RatedGame.solo(RankPolicy.FIRST_WINS, pair, [1, 2])
    ...     for x, y, wins, losses in results
    ...     for pair, times in (((x, y), wins), ((y, x), losses))
    ...     for _ in range(times)
    ... ]
    >>> found = fit(games, {"b": 1500}, alpha=0)
    >>> [(line.entrant, round(line.rating, 4)) for line in found.ratings]
    [('a', 1690.8485), ('b', 1500.0), ('c', 1309.1515)]
    """
    return fit_columns(gather(games), anchors, alpha=alpha, dense_limit=dense_limit)


def fit_columns(
    columns: Columns,
    anchors: Mapping[Entrant, float] | None = None,
    *,
    alpha: float = ALPHA,
    dense_limit: int = DENSE_LIMIT,
) -> BatchFit:
    """The same for games in columns."""
    if not (alpha >= 0.0 and math.isfinite(alpha)):
        raise RatingInputError(f"The penalty alpha is zero or a positive number, not {alpha}.")
    with one_thread():
        return _fit(columns, connected(columns, anchors or {}), alpha, dense_limit)


def _fit(columns: Columns, rated: Rated, alpha: float, dense_limit: int) -> BatchFit:
    sheets = rated.only(columns.sheets)
    roles = sorted({role for sheet in sheets for role in sheet.shape.roles if role})
    design = build_design(sheets, len(rated.entrants), roles)
    choices = aggregate(sheets, design.sides)
    penalty = np.full(design.matrix.shape[1], float(alpha))
    penalty[len(rated.entrants) :] = alpha * is_one_sided(choices, design.matrix[:, len(rated.entrants) :])
    likelihood = Likelihood(choices, design.matrix, penalty)

    def solver(curvature: sparse.csr_array) -> Solver:
        return solver_for(curvature, rated.groups, is_penalised=alpha > 0.0, dense_limit=dense_limit)

    best = maximise(likelihood, solver)
    parameters, blocks = best.parameters, best.blocks(columns.block_count)
    slopes = blocks.unbiased(len(rated.entrants))
    sandwich = full_sandwich if len(parameters) <= dense_limit else drawn_sandwich
    covariance = sandwich(slopes, solver(best.curvature()), _in_points(rated))
    lines = _lines(sheets, rated, parameters, covariance)
    order = np.array(sorted(range(len(lines)), key=lambda place: (-lines[place].rating, place)), dtype=np.int64)
    return BatchFit(
        ratings=tuple(lines[place] for place in order),
        unrated=tuple(rated.unrated),
        roles=_role_offsets(roles, parameters, covariance, columns.block_count),
        covariance=covariance.take(order),
        gain=blocks.gain(len(rated.entrants)),
    )


def _in_points(rated: Rated) -> Callable[[Floats], Floats]:
    return lambda parameters: POINTS_PER_LOGIT * rated.against_references(parameters)


def _lines(sheets: list[Sheet], rated: Rated, parameters: Floats, covariance: Covariance) -> list[Rating]:
    ratings = _in_points(rated)(parameters)[: len(rated.entrants)] + rated.levels[rated.groups]
    errors = np.sqrt(covariance.variances())
    games, blocks = _counts(sheets, len(rated.entrants))
    return [
        Rating(entrant, float(ratings[place]), float(errors[place]), int(games[place]), int(blocks[place]))
        for place, entrant in enumerate(rated.entrants)
    ]


def _counts(sheets: list[Sheet], entrants: int) -> tuple[Ints, Ints]:
    """Games and blocks of each entrant; who fills both seats of a pair has played one game."""
    games = np.zeros(entrants, dtype=np.int64)
    pairs: list[Ints] = [np.empty(0, dtype=np.int64)]
    for sheet in (piece for whole in sheets for piece in whole.pieces()):
        members = np.sort(sheet.members, axis=1)
        fresh = np.hstack([np.ones((len(members), 1), dtype=bool), members[:, 1:] != members[:, :-1]])
        games += np.bincount(members[fresh], minlength=entrants)
        # The games of a block stand together and have the same members: most rows need no look.
        changed = np.ones(len(members), dtype=bool)
        changed[1:] = (sheet.blocks[1:] != sheet.blocks[:-1]) | (members[1:] != members[:-1]).any(axis=1)
        pairs.append(distinct(sheet.blocks[changed, None].astype(np.int64) * entrants + members[changed]))
    return games, np.bincount(distinct(np.concatenate(pairs)) % max(entrants, 1), minlength=entrants)


def _role_offsets(roles: list[str], parameters: Floats, covariance: Covariance, blocks: int) -> tuple[RoleOffset, ...]:
    if not roles:
        return ()
    offsets = POINTS_PER_LOGIT * parameters[-len(roles) :]
    errors = np.sqrt(covariance.variances()[-len(roles) :])
    return tuple(
        RoleOffset(role, float(offsets[at]), float(errors[at]), margin(float(errors[at]), blocks))
        for at, role in enumerate(roles)
    )
