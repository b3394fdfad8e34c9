from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.points import check_ranks, competition_ranks, integer_points, points


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 2, 2, 2), (Fraction(1), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))),
        ((1, 1, 1, 4), (Fraction(2, 3), Fraction(2, 3), Fraction(2, 3), Fraction(0))),
        ((1, 1, 1, 1, 1, 6), (*(Fraction(3, 5),) * 5, Fraction(0))),
        ((1, 2, 3), (Fraction(1), Fraction(1, 2), Fraction(0))),
        ((1, 2), (Fraction(1), Fraction(0))),
        ((1, 1), (Fraction(1, 2), Fraction(1, 2))),
    ],
)
def test_section_2_points_of_each_rank_policy(ranks: tuple[int, ...], expected: tuple[Fraction, ...]) -> None:
    assert points(ranks) == expected
    assert integer_points(ranks) == tuple(2 * (len(ranks) - 1) * p for p in expected)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6))
def test_invariant_5_points_of_a_game_sum_to_half_its_sides(scores: list[int]) -> None:
    ranks = competition_ranks(scores)
    check_ranks(ranks)
    assert sum(points(ranks)) == Fraction(len(scores), 2)
    assert sum(integer_points(ranks)) == len(scores) * (len(scores) - 1)


@pytest.mark.parametrize("ranks", [(1, 2, 2, 3), (2, 3), (0, 1), (1, 3), (1,), ()])
def test_it_refuses_what_is_no_competition_ranking(ranks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"competition ranking|fewer than two"):
        points(ranks)
