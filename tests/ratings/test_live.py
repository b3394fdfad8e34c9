import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.variants import RankPolicy
from referee.points import competition_ranks
from referee.ratings.elo.live import expected, expected_points_of, surprise
from referee.ratings.errors import RatingInputError
from referee.ratings.scale import noise_floor
from tests.ratings.tools import FIRST, FULL, LAST

policies = st.sampled_from(list(RankPolicy))
tables = st.lists(st.tuples(st.floats(-5000, 8000), st.integers(0, 3)), min_size=2, max_size=6)


def rounded(values: list[float] | tuple[float, ...], digits: int = 4) -> list[float]:
    return [round(value, digits) for value in values]


@pytest.mark.parametrize("policy", list(RankPolicy))
def test_an_underdog_wins_a_duel(policy: RankPolicy) -> None:
    won, lost = surprise(policy, [1500, 1700], (1, 2))
    assert rounded([1500 + 32 * won, 1700 + 32 * lost]) == [1524.3119, 1675.6881]


def test_an_underdog_has_its_textbook_chance() -> None:
    assert round(expected(FIRST, [1500, 1700])[0], 6) == 0.240253


@pytest.mark.parametrize("policy", list(RankPolicy))
def test_an_underdog_draws_a_duel(policy: RankPolicy) -> None:
    won, lost = surprise(policy, [1500, 1700], (1, 1))
    assert rounded([1500 + 32 * won, 1700 + 32 * lost]) == [1508.3119, 1691.6881]


def test_a_winner_of_four_gains_what_the_others_lose() -> None:
    changes = surprise(FIRST, [1700, 1600, 1500, 1400], (2, 2, 1, 2))
    assert rounded([24 * change for change in changes]) == [-11.6709, -6.5630, 20.3093, -2.0754]


def test_a_loser_of_four_loses_what_the_others_gain() -> None:
    changes = surprise(LAST, [1700, 1600, 1500, 1400], (4, 1, 1, 1))
    assert rounded([24 * change for change in changes]) == [-21.9246, 3.6907, 6.5630, 11.6709]


def test_one_loser_of_six_equals_pays_all_five() -> None:
    changes = surprise(LAST, [1500] * 6, (1, 1, 6, 1, 1, 1))
    assert rounded([24 * change for change in changes], 9) == [4, 4, -20, 4, 4, 4]


def test_each_member_of_a_pair_gets_half_of_its_sides_change() -> None:
    assert round(expected(FIRST, [1500, 1525])[0], 6) == 0.464084
    changes = surprise(FIRST, [1500, 1525], (1, 2))
    assert rounded([24 / 2 * change for change in changes]) == [6.4310, -6.4310], "each of two gets half"


def test_a_live_elo_keeps_a_noise_that_follows_k() -> None:
    assert rounded([noise_floor(k) for k in (32, 16, 8)], 1) == [52.7, 37.3, 26.4]


def test_full_order_is_the_mean_of_duels() -> None:
    ratings, ranks = [1620.0, 1500.0, 1433.0, 1580.0], (3, 1, 4, 2)
    duels = [
        sum(surprise(FIRST, [mine, theirs], (1, 2) if rank < other else (2, 1))[0]
            for theirs, other in zip(ratings, ranks, strict=True) if other != rank) / 3
        for mine, rank in zip(ratings, ranks, strict=True)
    ]  # fmt: skip
    assert surprise(FULL, ratings, ranks) == pytest.approx(duels, abs=1e-12)


def test_several_losers_share_the_loss() -> None:
    changes = surprise(LAST, [1500] * 4, (1, 1, 3, 3))
    assert rounded([32 * change for change in changes], 9) == [8, 8, -8, -8]


@given(policies, tables)
def test_changes_of_equal_k_cancel(policy: RankPolicy, table: list[tuple[float, int]]) -> None:
    changes = surprise(policy, [rating for rating, _ in table], competition_ranks([score for _, score in table]))
    assert abs(math.fsum(32 * change for change in changes)) < 1e-9


@given(policies, tables)
def test_a_sole_winner_never_loses_points(policy: RankPolicy, table: list[tuple[float, int]]) -> None:
    ranks = competition_ranks([score for _, score in table])
    changes = surprise(policy, [rating for rating, _ in table], ranks)
    if ranks.count(1) == 1:
        assert changes[ranks.index(1)] >= 0.0
    if policy is LAST and ranks.count(max(ranks)) == 1:
        assert changes[ranks.index(max(ranks))] <= 0.0


@given(policies, st.floats(0, 3000), st.floats(0, 3000), st.sampled_from([(1, 2), (2, 1), (1, 1)]))
def test_two_sides_are_textbook_elo(policy: RankPolicy, one: float, other: float, ranks: tuple[int, int]) -> None:
    score = {(1, 2): 1.0, (2, 1): 0.0, (1, 1): 0.5}[ranks]
    textbook = score - 1.0 / (1.0 + 10.0 ** ((other - one) / 400.0))
    assert surprise(policy, [one, other], ranks) == pytest.approx([textbook, -textbook], abs=1e-12)


@given(policies, st.lists(st.floats(500, 2500), min_size=2, max_size=6))
def test_expected_points_add_up_to_half_the_sides(policy: RankPolicy, ratings: list[float]) -> None:
    assert expected_points_of(policy, np.array([ratings])).sum() == pytest.approx(len(ratings) / 2)


@given(policies, st.lists(st.floats(500, 2500), min_size=2, max_size=6))
def test_expected_points_follow_from_the_chances_of_the_live_form(policy: RankPolicy, ratings: list[float]) -> None:
    sides, chances = len(ratings), expected(policy, ratings)
    points = {
        FIRST: [chance + (1 - chance) * (sides - 2) / (2 * (sides - 1)) for chance in chances],
        LAST: [(1 - chance) * sides / (2 * (sides - 1)) for chance in chances],
        FULL: chances,
    }
    assert expected_points_of(policy, np.array([ratings]))[0] == pytest.approx(points[policy])


def test_it_refuses_a_missing_rating() -> None:
    with pytest.raises(RatingInputError, match="one rating per rank"):
        surprise(FIRST, [1500.0], (1, 2))
