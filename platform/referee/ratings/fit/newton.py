"""Newton's method for the batch fit. The objective is concave, so the answer does not depend on the start.

Not even its last bits do. Wherever the climb began, it ends within ``NEAR / 2`` of the best parameters; these are then
rounded to a coarse grid, and the last steps start from that point. A climb from another start ends at the same bits,
unless a parameter lies so near the middle between two points of the grid that it may be rounded the other way (of a
thousand parameters one does in 300 fits). Then the climb begins anew from zero, where a fit from nothing begins.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from referee.ratings.errors import FitError
from referee.ratings.fit.choices import Floats
from referee.ratings.fit.likelihood import Likelihood, Matrix, Point
from referee.ratings.fit.solve import DenseSolver, SparseSolver

MAX_STEPS: Final = 100
"""Ends what neither settles nor runs away; near the optimum every step doubles the digits."""
SETTLED: Final = 1e-7
"""A step this small (in logits) is the last one of the climb: the error after it is its square."""
NEAR: Final = 1e-10
"""Twice what the end of a climb may be away from the best parameters."""
GRID: Final = 2.0**-14
"""Distance of the points to which parameters are rounded: a hundredth of a rating point."""
MAX_FOLLOWED: Final = 10
"""Steps without a new factorisation. A period more is followed in three or four; whoever needs ten begins anew."""
_LITTLE: Final = 0.1
"""A step at most this part of the one before: the old factorisation still gains a digit a step."""
RUNAWAY: Final = 60.0
"""Nobody is 10,000 points better; a parameter beyond has no finite optimum."""

AnySolver = DenseSolver | SparseSolver
SolverOf = Callable[[Matrix], AnySolver]


@dataclass(frozen=True)
class Start:
    """Where an earlier fit of nearly the same games ended."""

    parameters: Floats
    solver: AnySolver | None
    """Of the curvature there; None: for other parameters."""


@dataclass(frozen=True)
class Best:
    point: Point
    solver: AnySolver
    """Of the curvature there."""


def maximise(likelihood: Likelihood, solver_of: SolverOf, start: Start | None = None) -> Best:
    """Where the penalised likelihood is largest; ``start`` saves time and changes nothing."""
    found = None if start is None else _followed(likelihood, solver_of, start)
    if found is None:
        found = _climbed(likelihood, solver_of)
    point = likelihood.at(np.round(found / GRID) * GRID)
    for _ in range(2):  # the first ends within 1e-9 of the best, the second within the last bits
        solver = solver_of(point.curvature())
        point = likelihood.at(point.parameters + solver.solve(point.slope()))
    return Best(point, solver)


def _followed(likelihood: Likelihood, solver_of: SolverOf, start: Start) -> Floats | None:
    """A few steps from the start, by the curvature there as long as each leaves little of the error. None: that was not
    enough, or a fit from zero might be rounded the other way."""
    point = likelihood.at(start.parameters)
    solver = start.solver or solver_of(point.curvature())
    before = np.inf
    for _ in range(MAX_FOLLOWED):
        step = solver.solve(point.slope())
        longest = float(np.abs(step).max(initial=0.0))
        if not longest < 1.0:
            return None  # so far away that whole steps may lead anywhere
        if longest <= min(NEAR, before * _LITTLE):  # and less is left after it
            found = point.parameters + step
            return found if is_clear(found) else None
        point = likelihood.at(point.parameters + step)
        if longest > before * _LITTLE:
            solver = solver_of(point.curvature())
        before = longest
    return None


def is_clear(parameters: Floats) -> bool:
    """Whether parameters this near are rounded alike."""
    apart = np.abs(parameters / GRID - np.floor(parameters / GRID) - 0.5) * GRID
    return bool((apart > NEAR).all())


def _climbed(likelihood: Likelihood, solver_of: SolverOf) -> Floats:
    point = likelihood.at(np.zeros(likelihood.design.shape[1]))
    for _ in range(MAX_STEPS):
        slope = point.slope()
        step = solver_of(point.curvature()).solve(slope)
        if float(np.abs(step).max(initial=0.0)) <= SETTLED:
            found: Floats = point.parameters + step
            return found
        point = _moved(point, step, slope)
        if not np.abs(point.parameters).max() < RUNAWAY:
            break
    raise FitError(
        "There is no finite best fit: without a penalty somebody won or lost everything against the rest. "
        "Fit with alpha above 0."
    )


def _moved(point: Point, step: Floats, slope: Floats) -> Point:
    """As much of the step as makes the likelihood grow."""
    promised = float(slope @ step)
    share, moved = 1.0, point.likelihood.at(point.parameters + step)
    if promised < 1e-8:
        return moved  # so close that rounding would decide the comparison
    before = point.value()
    while share > 1e-6 and moved.value() < before + 1e-4 * share * promised:
        share /= 2.0
        moved = point.likelihood.at(point.parameters + share * step)
    return moved
