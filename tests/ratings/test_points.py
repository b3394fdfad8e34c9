from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.errors import RatingInputError
from arena.ratings.points import (
    as_fraction,
    check_ranks,
    game_points,
    match_points,
    ranks_under,
    series_scores,
)
from referee.points import competition_ranks
from tests.ratings.tools import FIRST, FULL, LAST

scores_of_a_table = st.lists(st.integers(0, 5), min_size=2, max_size=6)


def fractions_of(ranks: list[int]) -> list[Fraction]:
    return [as_fraction(units, len(ranks)) for units in game_points(ranks)]


def test_section_2_four_sides_first_wins() -> None:
    assert fractions_of([1, 2, 2, 2]) == [1, Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)]


def test_section_2_four_sides_last_loses() -> None:
    assert fractions_of([1, 1, 1, 4]) == [Fraction(2, 3), Fraction(2, 3), Fraction(2, 3), 0]


def test_section_2_six_sides_last_loses() -> None:
    assert fractions_of([1, 1, 1, 1, 1, 6]) == [Fraction(3, 5)] * 5 + [0]


def test_section_2_three_sides_full_order() -> None:
    assert fractions_of([1, 2, 3]) == [1, Fraction(1, 2), 0]


def test_two_sides_give_one_half_or_nothing() -> None:
    assert fractions_of([1, 2]) == [1, 0]
    assert fractions_of([1, 1]) == [Fraction(1, 2), Fraction(1, 2)]


@given(scores_of_a_table)
def test_invariant_5_points_of_a_game_add_up_to_half_the_sides(scores: list[int]) -> None:
    assert sum(fractions_of(list(competition_ranks(scores)))) == Fraction(len(scores), 2)


@given(st.lists(scores_of_a_table, min_size=1, max_size=8), st.integers(0, 3))
def test_invariant_5_match_points_of_a_round_add_up_with_half_a_point_per_bye(pods: list[list[int]], byes: int) -> None:
    earned = sum(as_fraction(units, len(scores)) for scores in pods for units in match_points(scores)) + byes
    entrants = sum(map(len, pods)) + byes
    assert earned == Fraction(entrants, 2) + Fraction(byes, 2)


@given(scores_of_a_table)
def test_ranks_made_from_scores_are_always_accepted(scores: list[int]) -> None:
    ranks = competition_ranks(scores)
    assert check_ranks(ranks) == ranks


@given(scores_of_a_table)
def test_a_policy_keeps_who_is_first_or_last(scores: list[int]) -> None:
    order = competition_ranks(scores)
    firsts, lasts, full = (ranks_under(policy, order) for policy in (FIRST, LAST, FULL))
    assert [rank == 1 for rank in firsts] == [rank == 1 for rank in order]
    assert full == order
    if len(set(order)) > 1:
        assert [rank > 1 for rank in lasts] == [rank == max(order) for rank in order]
        assert len(set(lasts)) == len(set(firsts)) == 2


def test_a_series_adds_up_exactly() -> None:
    assert series_scores([[1, 2, 2], [2, 1, 2], [1, 2, 2]]) == (9, 6, 3)
    assert match_points(series_scores([[1, 2, 2], [2, 1, 2], [1, 2, 2]])) == (4, 2, 0)


@pytest.mark.parametrize("ranks", [(1, 3), (2, 2), (0, 1), (1, 2, 2, 3), (1, 1, 2)])
def test_it_refuses_what_is_no_competition_ranking(ranks: tuple[int, ...]) -> None:
    with pytest.raises(RatingInputError, match="no competition ranking"):
        game_points(ranks)


@pytest.mark.parametrize("ranks", [(), (1,), tuple([1] * 13)])
def test_it_refuses_tables_of_impossible_size(ranks: tuple[int, ...]) -> None:
    with pytest.raises(RatingInputError, match="2 to 12 sides"):
        game_points(ranks)


def test_it_refuses_a_fraction_at_a_table_of_one() -> None:
    with pytest.raises(RatingInputError, match="2 to 12 sides"):
        as_fraction(1, 1)


def test_it_refuses_a_series_with_changing_entrants() -> None:
    with pytest.raises(RatingInputError, match="one rank per entrant"):
        series_scores([[1, 2], [1, 2, 2]])
