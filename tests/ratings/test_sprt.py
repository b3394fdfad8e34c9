import math
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from engines import RankPolicy
from referee.ratings.errors import RatingInputError
from referee.ratings.lead import AtOneTable, InTheSameSeats
from referee.ratings.scale import POINTS_PER_LOGIT
from referee.ratings.sprt import (
    BlockSample,
    Verdict,
    VersionTest,
    block_score,
    elo_of_blocks,
    log_likelihood_ratio,
)
from tests.ratings.multinomial import multinomial_log_likelihood_ratio

TABLE = AtOneTable()
SAMPLE = BlockSample.of({0.0: 10, 0.25: 60, 0.5: 150, 0.75: 80, 1.0: 20})


def test_mean_and_variance_of_block_scores_are_exact() -> None:
    assert SAMPLE.count == 320
    assert SAMPLE.mean == 0.53125
    assert round(SAMPLE.variance, 7) == 0.0498047


def test_blocks_show_an_elo_with_its_interval() -> None:
    estimate = elo_of_blocks(SAMPLE, TABLE)
    assert (round(estimate.elo, 2), round(estimate.margin, 2)) == (21.74, 17.07)


def test_evidence_grows_with_the_lead_that_is_asked_for() -> None:
    assert round(log_likelihood_ratio(SAMPLE, 0, 20, TABLE), 4) == 3.1172
    assert round(log_likelihood_ratio(SAMPLE, 0, 10, TABLE), 4) == 2.2238


def test_the_full_multinomial_form_gives_nearly_the_same_evidence() -> None:
    assert round(multinomial_log_likelihood_ratio(SAMPLE, 0, 20, TABLE), 4) == 3.0928


def test_bounds_follow_from_the_error_rates() -> None:
    assert [round(bound, 4) for bound in VersionTest().bounds()] == [-2.9444, 2.9444]


def test_a_lead_scores_less_at_larger_tables() -> None:
    assert AtOneTable(4).score(20) == pytest.approx(0.5 + 20 / (4 * 173.7178 * 3), abs=1e-9)
    # First order in the lead: at two sides both forms agree for small leads.
    assert TABLE.score(1.0) - 0.5 == pytest.approx(1.0 / (4 * 173.7178), rel=1e-4)


def test_a_block_score_is_exact() -> None:
    assert block_score(Fraction(3, 4), Fraction(1, 4)) == Fraction(3, 4)
    assert block_score(Fraction(0), Fraction(1)) == 0


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
    assert VersionTest().verdict(BlockSample.of(counts), games, TABLE) is verdict


@pytest.mark.parametrize(("lead", "wrong"), [(0.0, Verdict.BETTER), (20.0, Verdict.NOT_BETTER)])
def test_the_error_rates_hold_in_simulation(lead: float, wrong: Verdict) -> None:
    """200 tests with five per cent errors: more than 20 wrong ones would be a one in 500 accident."""
    rng = np.random.default_rng(7)
    test, chance, errors = VersionTest(), TABLE.score(lead), 0
    for _ in range(200):
        totals = np.zeros(3, dtype=np.int64)
        verdict = Verdict.GO_ON
        while verdict is Verdict.GO_ON:
            totals += rng.multinomial(100, [(1 - chance) ** 2, 2 * chance * (1 - chance), chance**2])
            sample = BlockSample.of(dict(zip((0.0, 0.5, 1.0), map(int, totals), strict=True)))
            verdict = test.verdict(sample, games=2 * sample.count, lead=TABLE)
        errors += verdict is wrong
    assert errors <= 20


def test_a_perfect_score_has_no_finite_elo() -> None:
    estimate = elo_of_blocks(BlockSample.of({1.0: 10}), TABLE)
    assert (estimate.elo, estimate.margin) == (math.inf, math.inf)
    assert elo_of_blocks(BlockSample.of({0.0: 10}), TABLE).elo == -math.inf


def test_blocks_without_spread_are_endless_evidence_unless_they_sit_in_the_middle() -> None:
    assert log_likelihood_ratio(BlockSample.of({0.5: 5}), 0, 20, TABLE) == -math.inf
    assert log_likelihood_ratio(BlockSample.of({1.0: 5}), 0, 20, TABLE) == math.inf
    assert log_likelihood_ratio(BlockSample.of({0.5: 5}), -20, 20, AtOneTable(3)) == 0.0


def test_the_exact_form_needs_scores_on_both_sides() -> None:
    with pytest.raises(RatingInputError, match="both sides"):
        multinomial_log_likelihood_ratio(BlockSample.of({0.75: 3, 1.0: 4}), 0, 20, TABLE)


@pytest.mark.parametrize("counts", [{}, {0.5: 0}, {0.5: -1}, {1.5: 3}, {-0.1: 3}])
def test_it_refuses_an_impossible_sample(counts: dict[float, int]) -> None:
    with pytest.raises(RatingInputError, match="at least one block"):
        BlockSample.of(counts)


@pytest.mark.parametrize(("elo", "sides"), [(5000.0, 2), (math.nan, 2), (20.0, 1), (3000.0, 3)])
def test_it_refuses_leads_beyond_measure(elo: float, sides: int) -> None:
    with pytest.raises(RatingInputError, match=r"lead|two sides"):
        AtOneTable(sides).score(elo)


def test_it_refuses_contradictory_settings() -> None:
    with pytest.raises(RatingInputError, match="must exceed"):
        VersionTest(elo0=20, elo1=10)
    with pytest.raises(RatingInputError, match="error rates"):
        VersionTest(alpha=0.0)


@pytest.mark.parametrize("sides", [2, 3, 4, 6])
@pytest.mark.parametrize("policy", list(RankPolicy))
def test_a_lead_shows_as_much_as_simulated_games_say(sides: int, policy: RankPolicy) -> None:
    """Games by the model of the ratings, a lead of 40 points, in both forms of the test."""
    lead, games = 40.0, 400_000
    rng = np.random.default_rng(11)

    def points(strengths: list[float]) -> npt.NDArray[np.float64]:
        """Mean points of each side: luck is Gumbel's, so that the best luck plus strength wins as in Plackett-Luce."""
        luck = rng.gumbel(size=(games, sides))
        sign = -1.0 if policy is RankPolicy.LAST_LOSES else 1.0
        places = np.argsort(np.argsort(-(sign * np.array(strengths) / POINTS_PER_LOGIT + luck), axis=1), axis=1)
        if policy is RankPolicy.FULL_ORDER:
            earned = (sides - 1 - places) / (sides - 1)
        else:  # one place counts, all others are shared
            rest = 0.5 * (sides - 2) / (sides - 1)
            earned = np.where(places == 0, 1.0, rest)
            earned = 1.0 - earned if policy is RankPolicy.LAST_LOSES else earned
        return np.asarray(earned.mean(axis=0))

    together = points([lead / 2, -lead / 2, *[0.0] * (sides - 2)])
    score = 0.5 + (together[0] - together[1]) / 2
    assert AtOneTable(sides, policy).elo(score) == pytest.approx(lead, rel=0.1)

    field = [-60.0] * (sides - 1)
    new, old = points([lead, *field])[0], points([0.0, *field])[0]
    apart = InTheSameSeats(float(new + old) / 2, sides, policy)
    assert apart.elo(0.5 + (new - old) / 2) == pytest.approx(lead, rel=0.15)
    assert apart.elo(apart.score(13.0)) == pytest.approx(13.0)
