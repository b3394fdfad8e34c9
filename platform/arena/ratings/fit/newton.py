"""Newton's method for the batch fit. The objective is concave, so the answer does not depend on the start."""

from collections.abc import Callable
from typing import Final

import numpy as np
from scipy import sparse

from arena.ratings.errors import FitError
from arena.ratings.fit.choices import Floats
from arena.ratings.fit.likelihood import Likelihood
from arena.ratings.fit.solve import Solver

MAX_STEPS: Final = 100
SETTLED: Final = 1e-10
"""A step this small (in logits) is the last one: the error after it is its square."""
RUNAWAY: Final = 60.0
"""Nobody is 10,000 points better; a parameter beyond has no finite optimum."""


def maximise(likelihood: Likelihood, solver: Callable[[sparse.csr_array], Solver]) -> Floats:
    """Parameters with the largest penalised likelihood."""
    parameters = np.zeros(likelihood.design.shape[1])
    for _ in range(MAX_STEPS):
        slope = likelihood.slope(parameters)
        step = solver(likelihood.curvature(parameters)).solve(slope)
        longest = float(np.abs(step).max(initial=0.0))
        if longest <= SETTLED:
            return parameters + step
        parameters = parameters + _damping(likelihood, parameters, step, slope) * step
        if not np.abs(parameters).max() < RUNAWAY:
            break
    raise FitError(
        "There is no finite best fit: without a penalty somebody won or lost everything against the rest. "
        "Fit with alpha above 0."
    )


def _damping(likelihood: Likelihood, parameters: Floats, step: Floats, slope: Floats) -> float:
    """Share of the step to take so that the likelihood grows."""
    promised = float(slope @ step)
    if promised < 1e-8:
        return 1.0  # so close that rounding would decide the comparison
    before = likelihood.value(parameters)
    share = 1.0
    while share > 1e-6 and likelihood.value(parameters + share * step) < before + 1e-4 * share * promised:
        share /= 2.0
    return share
