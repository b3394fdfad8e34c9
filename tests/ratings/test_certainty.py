"""Factors that turn standard errors into verdicts, beside the same ones of another library."""

import math

import numpy as np
import pytest

from referee.ratings.fit.certainty import Simultaneous, freedom, margin, pairwise


@pytest.mark.parametrize("bots", [2, 3, 5, 20, 90])
@pytest.mark.parametrize("degrees", [2.0, 3.0, 8.5, 28.5, 223.0])
def test_the_simultaneous_factor_is_the_studentised_range(bots: int, degrees: float) -> None:
    from scipy.stats import studentized_range

    reference = studentized_range.ppf(0.95, bots, degrees) / math.sqrt(2)
    assert float(Simultaneous(bots).factor(degrees)) == pytest.approx(reference, rel=0.004)


def test_two_bots_are_compared_as_a_pair_is() -> None:
    degrees = np.array([5.0, 30.0, 1e9])
    assert Simultaneous(2).factor(degrees) == pytest.approx(pairwise(degrees), rel=1e-3)


def test_a_larger_board_is_rounded_up_never_down() -> None:
    degrees = 1e9
    assert Simultaneous(101).factor(degrees) == Simultaneous(110).factor(degrees)
    assert Simultaneous(101).factor(degrees) > Simultaneous(100).factor(degrees)


@pytest.mark.parametrize("evidence", [0.0, 0.04, 0.5])
def test_an_interval_of_hardly_any_blocks_is_wide_and_finite(evidence: float) -> None:
    assert float(freedom(evidence)) == 2.0
    assert margin(10.0, evidence) == pytest.approx(43.03, abs=0.01)
