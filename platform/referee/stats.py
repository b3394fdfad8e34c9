"""How sure a result is. Pure, small, and no numpy: the command line should start at once.

The unit is the block: its games share one deal and are not independent, so the spread is taken between blocks.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval; no interval below two blocks."""

    mean: float
    low: float | None
    high: float | None
    blocks: int


def block_estimate(block_means: Sequence[float]) -> Estimate:
    """Mean points per game from the mean of each block, with Student's interval for few blocks.

    Points lie between 0 and 1, and so does the interval. When all blocks are equal there is no spread to go by; then
    the rule of three speaks: what was not seen in B blocks happens, with 95 % certainty, in fewer than 3/B of them.

    >>> estimate = block_estimate([0.5, 1.0, 0.5, 0.5])
    >>> round(estimate.mean, 3), round(estimate.low, 3), round(estimate.high, 3)
    (0.625, 0.227, 1.0)
    """
    blocks = len(block_means)
    if not blocks:
        raise ValueError("An estimate needs at least one block.")
    mean = math.fsum(block_means) / blocks
    if blocks == 1:
        return Estimate(mean, None, None, 1)
    variance = math.fsum((value - mean) ** 2 for value in block_means) / (blocks - 1)
    if max(block_means) == min(block_means):  # not variance == 0, which rounding of the mean may miss
        unseen = min(1.0, 3 / blocks)
        return Estimate(mean, mean * (1 - unseen), mean + (1 - mean) * unseen, blocks)
    half = student_quantile(0.975, blocks - 1) * math.sqrt(variance / blocks)
    return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half), blocks)


def sum_margin(block_sums: Sequence[float]) -> float | None:
    """Half of the 95 % interval of the sum of all blocks, from their spread; None where nothing spreads.

    >>> round(sum_margin([0.1, -0.1, 0.2]), 3)
    1.138
    """
    blocks = len(block_sums)
    if blocks < 2 or max(block_sums) == min(block_sums):
        return None
    mean = math.fsum(block_sums) / blocks
    variance = math.fsum((value - mean) ** 2 for value in block_sums) / (blocks - 1)
    return student_quantile(0.975, blocks - 1) * math.sqrt(variance * blocks)


def student_quantile(probability: float, freedom: int) -> float:
    """Quantile of Student's t for a probability above one half, by bisection of the distribution.

    >>> round(student_quantile(0.975, 10), 4)
    2.2281
    """
    if not 0.5 < probability < 1 or freedom < 1:
        raise ValueError("Student's quantile needs a probability between 0.5 and 1 and a positive number of degrees.")
    low, high = 0.0, 1.0
    while student_cdf(high, freedom) < probability:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        if student_cdf(middle, freedom) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def student_cdf(value: float, freedom: int) -> float:
    """Student's distribution for ``value`` >= 0: the finite sums of Abramowitz and Stegun 26.7.3 and 26.7.4."""
    angle = math.atan2(value, math.sqrt(freedom))
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = 0.0
    for step in range(freedom // 2):
        total += term
        term *= cosine**2 * ((2 * step + 2) / (2 * step + 3) if odd else (2 * step + 1) / (2 * step + 2))
    inside = 2 / math.pi * (angle + sine * total) if odd else sine * total
    return 0.5 + inside / 2
