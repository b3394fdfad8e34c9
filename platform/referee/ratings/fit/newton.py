"""Newton's method for the batch fit. The objective is concave, so the answer does not depend on the start."""

from collections.abc import Callable
from typing import Final

import numpy as np
from scipy import sparse

from referee.ratings.errors import FitError
from referee.ratings.fit.choices import Floats
from referee.ratings.fit.likelihood import Likelihood, Point
from referee.ratings.fit.solve import Solver

MAX_STEPS: Final = 100
"""Ends what neither settles nor runs away; near the optimum every step doubles the digits."""
SETTLED: Final = 1e-10
"""A step this small (in logits) is the last one: the error after it is its square."""
RUNAWAY: Final = 60.0
"""Nobody is 10,000 points better; a parameter beyond has no finite optimum."""


def maximise(likelihood: Likelihood, solver: Callable[[sparse.csr_array], Solver]) -> Point:
    """Where the penalised likelihood is largest."""
    point = likelihood.at(np.zeros(likelihood.design.shape[1]))
    for _ in range(MAX_STEPS):
        slope = point.slope()
        step = solver(point.curvature()).solve(slope)
        longest = float(np.abs(step).max(initial=0.0))
        if longest <= SETTLED:
            return likelihood.at(point.parameters + step)
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
