import math
from fractions import Fraction

import numpy as np
import pytest

from referee.ratings.errors import RatingInputError
from referee.ratings.sprt import (
    BlockSample,
    Verdict,
    VersionTest,
    block_score,
    elo_of_blocks,
    log_likelihood_ratio,
    multinomial_log_likelihood_ratio,
    score_at,
)

SAMPLE = BlockSample.of({0.0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1.0: 20})


def test_mean_and_variance_of_block_scores_are_exact() -> None:
    assert SAMPLE.count == 320
    assert SAMPLE.mean == 0.53125
    assert round(SAMPLE.variance, 7) == 0.0498047


def test_blocks_show_an_elo_with_its_interval() -> None:
    estimate = elo_of_blocks(SAMPLE)
    assert (round(estimate.elo, 2), round(estimate.margin, 2)) == (21.74, 17.07)


def test_evidence_grows_with_the_lead_that_is_asked_for() -> None:
    assert round(log_likelihood_ratio(SAMPLE, 0, 20), 4) == 3.1172
    assert round(log_likelihood_ratio(SAMPLE, 0, 10), 4) == 2.2238


def test_the_full_multinomial_form_gives_nearly_the_same_evidence() -> None:
    assert round(multinomial_log_likelihood_ratio(SAMPLE, 0, 20), 4) == 3.0928


def test_bounds_follow_from_the_error_rates() -> None:
    assert [round(bound, 4) for bound in VersionTest().bounds()] == [-2.9444, 2.9444]


def test_a_lead_scores_less_at_larger_tables() -> None:
    assert score_at(20, sides=4) == pytest.approx(0.5 + 20 / (4 * 173.7178 * 3), abs=1e-9)
    # First order in the lead: at two sides both forms agree for small leads.
    assert score_at(1.0) - 0.5 == pytest.approx(1.0 / (4 * 173.7178), rel=1e-4)


def test_a_block_score_is_exact() -> None:
    assert block_score([2, 1], [0, 1], sides=2) == Fraction(3, 4)
    assert block_score([0, 0, 0], [4, 4, 4], sides=3) == 0


def test_scores_one_by_one_count_like_counts() -> None:
    assert BlockSample.of_scores([0.5, 1.0, 0.5]) == BlockSample.of({1.0: 1, 0.5: 2})


@pytest.mark.parametrize(
    ("counts", "games", "verdict"),
    [
        ({0.0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1.0: 20}, 640, Verdict.BETTER),
        ({0.0: 20, 0.25: 80, 0.5: 150, 0.75: 60, 1.0: 10}, 640, Verdict.NOT_BETTER),
        ({0.25: 10, 0.5: 40, 0.75: 11}, 122, Verdict.GO_ON),
        ({1.0: 49}, 98, Verdict.GO_ON),
        ({1.0: 50}, 100, Verdict.BETTER),
        ({0.5: 50}, 100, Verdict.NOT_BETTER),
        ({0.25: 10, 0.5: 40, 0.75: 11}, 20_000, Verdict.UNDECIDED),
    ],
)
def test_verdicts(counts: dict[float, int], games: int, verdict: Verdict) -> None:
    assert VersionTest().verdict(BlockSample.of(counts), games) is verdict


@pytest.mark.parametrize(("lead", "wrong"), [(0.0, Verdict.BETTER), (20.0, Verdict.NOT_BETTER)])
def test_the_error_rates_hold_in_simulation(lead: float, wrong: Verdict) -> None:
    """200 tests with five per cent errors: more than 20 wrong ones would be a one in 500 accident."""
    rng = np.random.default_rng(7)
    test, chance, errors = VersionTest(), score_at(lead), 0
    for _ in range(200):
        totals = np.zeros(3, dtype=np.int64)
        verdict = Verdict.GO_ON
        while verdict is Verdict.GO_ON:
            totals += rng.multinomial(100, [(1 - chance) ** 2, 2 * chance * (1 - chance), chance**2])
            sample = BlockSample.of(dict(zip((0.0, 0.5, 1.0), map(int, totals), strict=True)))
            verdict = test.verdict(sample, games=2 * sample.count)
        errors += verdict is wrong
    assert errors <= 20


def test_a_perfect_score_has_no_finite_elo() -> None:
    estimate = elo_of_blocks(BlockSample.of({1.0: 10}))
    assert (estimate.elo, estimate.margin) == (math.inf, math.inf)
    assert elo_of_blocks(BlockSample.of({0.0: 10})).elo == -math.inf


def test_blocks_without_spread_are_endless_evidence_unless_they_sit_in_the_middle() -> None:
    assert log_likelihood_ratio(BlockSample.of({0.5: 5}), 0, 20) == -math.inf
    assert log_likelihood_ratio(BlockSample.of({1.0: 5}), 0, 20) == math.inf
    assert log_likelihood_ratio(BlockSample.of({0.5: 5}), -20, 20, sides=3) == 0.0


def test_the_exact_form_needs_scores_on_both_sides() -> None:
    with pytest.raises(RatingInputError, match="both sides"):
        multinomial_log_likelihood_ratio(BlockSample.of({0.75: 3, 1.0: 4}), 0, 20)


@pytest.mark.parametrize("counts", [{}, {0.5: 0}, {0.5: -1}, {1.5: 3}, {-0.1: 3}])
def test_it_refuses_an_impossible_sample(counts: dict[float, int]) -> None:
    with pytest.raises(RatingInputError, match="at least one block"):
        BlockSample.of(counts)


def test_it_refuses_a_block_with_missing_games() -> None:
    with pytest.raises(RatingInputError, match="both versions"):
        block_score([2], [0, 2], sides=2)


@pytest.mark.parametrize(("elo", "sides"), [(5000.0, 2), (math.nan, 2), (20.0, 1), (3000.0, 3)])
def test_it_refuses_leads_beyond_measure(elo: float, sides: int) -> None:
    with pytest.raises(RatingInputError, match="lead"):
        score_at(elo, sides)


def test_it_refuses_contradictory_settings() -> None:
    with pytest.raises(RatingInputError, match="must exceed"):
        VersionTest(elo0=20, elo1=10)
    with pytest.raises(RatingInputError, match="error rates"):
        VersionTest(alpha=0.0)
