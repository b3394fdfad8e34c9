"""Intervals against published and independently computed values."""

import random

import pytest

from referee.stats import block_estimate, student_cdf, student_quantile


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 10, 29, 30, 99, 400])
def test_students_distribution_agrees_with_scipy(freedom: int) -> None:
    from scipy import stats as reference

    assert student_quantile(0.975, freedom) == pytest.approx(float(reference.t.ppf(0.975, freedom)), rel=1e-9)
    assert student_cdf(1.3, freedom) == pytest.approx(float(reference.t.cdf(1.3, freedom)), rel=1e-12)


def test_the_table_of_every_textbook() -> None:
    assert [round(student_quantile(0.975, df), 3) for df in (1, 2, 5, 30)] == [12.706, 4.303, 2.571, 2.042]


def test_one_block_has_no_interval() -> None:
    estimate = block_estimate([0.75])
    assert (estimate.mean, estimate.low, estimate.high) == (0.75, None, None)


def test_the_interval_stays_where_points_can_be() -> None:
    estimate = block_estimate([1.0, 0.5])
    assert (estimate.low, estimate.high) == (0.0, 1.0)


def test_equal_blocks_do_not_pretend_to_certainty() -> None:
    estimate = block_estimate([1.0] * 10)
    assert estimate.low == pytest.approx(0.7)
    assert estimate.high == 1.0
    fair = block_estimate([0.5] * 30)
    assert fair.low == pytest.approx(0.45)
    assert fair.high == pytest.approx(0.55)


def test_no_block_and_impossible_quantiles_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one block"):
        block_estimate([])
    with pytest.raises(ValueError, match="between"):
        student_quantile(0.4, 3)


def test_equal_blocks_are_seen_as_equal_whatever_the_rounding_of_their_mean() -> None:
    estimate = block_estimate([0.1] * 3)
    assert (estimate.low, estimate.high) == (0.0, 1.0)


def test_the_interval_covers_the_truth_in_95_of_100_series() -> None:
    rng = random.Random(5)
    hits = 0
    for _ in range(600):
        estimate = block_estimate([rng.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(20)])
        assert estimate.low is not None
        assert estimate.high is not None
        hits += estimate.low <= 0.5 <= estimate.high
    assert 0.92 <= hits / 600 <= 0.98
