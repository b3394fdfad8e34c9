"""The rating that orders the leaderboard: one fit over all rated games of a pool, with intervals.

Results are a pure function of the *set* of games: any order of games gives the same doubles.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from referee.ratings.errors import RatingInputError
from referee.ratings.fit.blas import one_thread
from referee.ratings.fit.blocks import block_pulls
from referee.ratings.fit.certainty import freedom, margin, pairwise, shared_freedom
from referee.ratings.fit.choices import Floats, is_one_sided
from referee.ratings.fit.columns import Columns, gather
from referee.ratings.fit.connection import Rated, connected
from referee.ratings.fit.counts import Counts, count
from referee.ratings.fit.covariance import Covariance, drawn_sandwich, full_sandwich
from referee.ratings.fit.likelihood import Likelihood, Matrix
from referee.ratings.fit.newton import Start, maximise
from referee.ratings.fit.solve import DENSE_LIMIT, DenseSolver, SparseSolver, solver_for
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
    evidence: float
    """How many blocks tell the spread of its results, each counted by what the fit has not taken out of it."""

    @property
    def margin(self) -> float:
        """Half-width of the 95 % interval."""
        return margin(self.standard_error, self.evidence)

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
class End:
    """Where a fit ended, in the terms of its likelihood."""

    entrants: list[Entrant]
    roles: list[str]
    parameters: Floats
    solver: DenseSolver | SparseSolver

    def start_for(self, entrants: list[Entrant], roles: list[str]) -> Start:
        """Newcomers begin in the middle."""
        if entrants == self.entrants and roles == self.roles:
            return Start(self.parameters, self.solver)
        count = len(self.entrants)
        known = dict(zip(self.entrants, self.parameters[:count].tolist(), strict=True))
        offsets = dict(zip(self.roles, self.parameters[count:].tolist(), strict=True))
        values = [*(known.get(entrant, 0.0) for entrant in entrants), *(offsets.get(role, 0.0) for role in roles)]
        return Start(np.array(values), None)


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
    end: "End | None" = field(default=None, compare=False, repr=False)
    """For a fit of a few more games to begin at."""

    def __getitem__(self, entrant: Entrant) -> Rating:
        return self.ratings[self._place(entrant)]

    def difference(self, one: Entrant, other: Entrant) -> Difference:
        """Rating of one minus rating of the other, with its own standard error: the two are correlated."""
        places = np.array([self._place(one)]), np.array([self._place(other)])
        variance = float(self.covariance.difference_variances(*places)[0, 0])
        degrees = shared_freedom(freedom(self[one].evidence), freedom(self[other].evidence))
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
    return fit_counts(count(columns), anchors, alpha=alpha, dense_limit=dense_limit)


def fit_counts(
    counts: Counts,
    anchors: Mapping[Entrant, float] | None = None,
    *,
    alpha: float = ALPHA,
    dense_limit: int = DENSE_LIMIT,
    before: "End | None" = None,
) -> BatchFit:
    """The same for games that were counted. ``before``: where a fit of nearly the same games ended. It makes this one
    quicker and changes none of its bits."""
    if not (alpha >= 0.0 and math.isfinite(alpha)):
        raise RatingInputError(f"The penalty alpha is zero or a positive number, not {alpha}.")
    with one_thread():
        rated = connected(counts, anchors or {})
        return _fit(counts.only(rated.numbers), rated, alpha, dense_limit, before)


def _fit(counts: Counts, rated: Rated, alpha: float, dense_limit: int, before: "End | None") -> BatchFit:
    entrants, roles = len(rated.entrants), counts.sides.roles
    design = counts.sides.matrix()
    penalty = np.full(design.shape[1], float(alpha))
    if roles:
        penalty[entrants:] = alpha * is_one_sided(counts.choices, design[:, entrants:])

    def solver(curvature: Matrix) -> DenseSolver | SparseSolver:
        return solver_for(curvature, rated.groups, is_penalised=alpha > 0.0, dense_limit=dense_limit)

    # Without a penalty whole groups may be shifted, and a climb ends where its start was shifted to.
    start = before.start_for(rated.entrants, roles) if before is not None and alpha > 0.0 else None
    best = maximise(Likelihood(counts.choices, design, penalty), solver, start)
    parameters = best.point.parameters
    pulls = block_pulls(best.point, len(counts.blocks), entrants)
    covariance: Covariance
    if isinstance(best.solver, DenseSolver):
        covariance = full_sandwich(pulls.squares(len(parameters)), best.solver, _in_points(rated))
    else:
        covariance = drawn_sandwich(pulls.rows(len(parameters)), best.solver, _in_points(rated))
    lines = _lines(counts, rated, parameters, covariance, pulls.evidence)
    order = np.array(sorted(range(len(lines)), key=lambda place: (-lines[place].rating, place)), dtype=np.int64)
    return BatchFit(
        ratings=tuple(lines[place] for place in order),
        unrated=tuple(rated.unrated),
        roles=_role_offsets(roles, parameters, covariance, len(counts.blocks)),
        covariance=covariance.take(order),
        gain=pulls.gain,
        end=End(rated.entrants, roles, parameters, best.solver),
    )


def _in_points(rated: Rated) -> Callable[[Floats], Floats]:
    return lambda parameters: POINTS_PER_LOGIT * rated.against_references(parameters)


def _lines(counts: Counts, rated: Rated, parameters: Floats, covariance: Covariance, evidence: Floats) -> list[Rating]:
    ratings = _in_points(rated)(parameters)[: len(rated.entrants)] + rated.levels[rated.groups]
    errors = np.sqrt(covariance.variances())
    columns = (ratings, errors[: len(ratings)], counts.games, counts.blocks_played, evidence)
    return list(map(Rating, rated.entrants, *(column.tolist() for column in columns)))


def _role_offsets(roles: list[str], parameters: Floats, covariance: Covariance, blocks: int) -> tuple[RoleOffset, ...]:
    if not roles:
        return ()
    offsets = POINTS_PER_LOGIT * parameters[-len(roles) :]
    errors = np.sqrt(covariance.variances()[-len(roles) :])
    return tuple(
        RoleOffset(role, float(offsets[at]), float(errors[at]), margin(float(errors[at]), blocks))
        for at, role in enumerate(roles)
    )
