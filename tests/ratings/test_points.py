from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.variants import RankPolicy
from referee.points import competition_ranks
from referee.ratings.errors import RatingInputError
from referee.ratings.points import check_ranks, game_points, is_one_sided

scores_of_a_table = st.lists(st.integers(0, 5), min_size=2, max_size=6)


def fractions_of(ranks: list[int]) -> list[Fraction]:
    return [Fraction(units, 2 * (len(ranks) - 1)) for units in game_points(ranks)]


def test_a_winner_of_four_takes_all_and_the_others_a_third() -> None:
    assert fractions_of([1, 2, 2, 2]) == [1, Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)]


def test_a_loser_of_four_gets_nothing_and_the_others_two_thirds() -> None:
    assert fractions_of([1, 1, 1, 4]) == [Fraction(2, 3), Fraction(2, 3), Fraction(2, 3), 0]


def test_a_loser_of_six_gets_nothing_and_the_others_three_fifths() -> None:
    assert fractions_of([1, 1, 1, 1, 1, 6]) == [Fraction(3, 5)] * 5 + [0]


def test_places_of_three_are_worth_one_half_and_nothing() -> None:
    assert fractions_of([1, 2, 3]) == [1, Fraction(1, 2), 0]


def test_two_sides_give_one_half_or_nothing() -> None:
    assert fractions_of([1, 2]) == [1, 0]
    assert fractions_of([1, 1]) == [Fraction(1, 2), Fraction(1, 2)]


@given(
    st.sampled_from([(RankPolicy.FIRST_WINS, [1, 2, 2, 2]), (RankPolicy.LAST_LOSES, [1, 1, 1, 4])]),
    st.lists(st.integers(0, 3), min_size=1, max_size=300),
)
def test_whoever_lost_or_won_every_game_is_told_from_the_others_by_its_points(
    kind: tuple[RankPolicy, list[int]], seats: list[int]
) -> None:
    policy, ranks = kind
    points = sum(float(fractions_of(ranks)[seat]) for seat in seats) / len(seats)
    marked = [ranks[seat] in (4, 2) for seat in seats]  # those who lost
    assert is_one_sided(policy, 4, points) is (all(marked) or not any(marked))


@given(scores_of_a_table)
def test_points_of_a_game_add_up_to_half_the_sides(scores: list[int]) -> None:
    assert sum(fractions_of(list(competition_ranks(scores)))) == Fraction(len(scores), 2)


@given(scores_of_a_table)
def test_ranks_made_from_scores_are_always_accepted(scores: list[int]) -> None:
    ranks = competition_ranks(scores)
    assert check_ranks(ranks) == ranks


@pytest.mark.parametrize("ranks", [(1, 3), (2, 2), (0, 1), (1, 2, 2, 3), (1, 1, 2)])
def test_it_refuses_what_is_no_competition_ranking(ranks: tuple[int, ...]) -> None:
    with pytest.raises(RatingInputError, match="no competition ranking"):
        game_points(ranks)


@pytest.mark.parametrize("ranks", [(), (1,), tuple([1] * 13)])
def test_it_refuses_tables_of_impossible_size(ranks: tuple[int, ...]) -> None:
    with pytest.raises(RatingInputError, match="2 to 12 sides"):
        game_points(ranks)
