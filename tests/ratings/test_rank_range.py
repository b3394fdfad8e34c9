import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ratings.errors import RatingInputError
from referee.ratings.fit import rank_range
from referee.ratings.fit.batch import fit
from referee.ratings.fit.covariance import DrawnCovariance, FullCovariance
from referee.ratings.fit.rank_range import (
    MOST_BLOCKS,
    Leads,
    RankRange,
    TieGroup,
    further_blocks,
    rank_ranges,
    tie_groups,
)
from tests.ratings.tools import FIRST, simulated


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[float], list[list[float]]]:
    """Ratings with a random joint uncertainty, correlated."""
    count = draw(st.integers(1, 9))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    root = rng.normal(size=(count, count)) * rng.uniform(0, 60, size=(count, 1))
    return [float(rating) for rating in rng.normal(1500, 80, size=count)], (root @ root.T).tolist()


@cache
def simultaneous(bots: int) -> float:
    from scipy.stats import studentized_range

    return float(studentized_range.ppf(0.95, bots, math.inf) / math.sqrt(2))


def by_the_book(ratings: list[float], covariance: list[list[float]]) -> list[RankRange]:
    """The definition, pair by pair, with the factor of another library."""
    factor = simultaneous(max(len(ratings), 2))

    def is_sure(i: int, j: int) -> bool:
        variance = covariance[i][i] + covariance[j][j] - 2 * covariance[i][j]
        lead = ratings[i] - ratings[j]
        return lead > factor * math.sqrt(max(variance, 0.0))

    everybody = range(len(ratings))
    return [
        RankRange(
            1 + sum(is_sure(j, i) for j in everybody if j != i),
            len(ratings) - sum(is_sure(i, j) for j in everybody if j != i),
        )
        for i in everybody
    ]


@given(boards())
def test_rank_ranges_follow_the_definition(board: tuple[list[float], list[list[float]]]) -> None:
    assert rank_ranges(*board) == by_the_book(*board)


@given(boards())
def test_cutting_the_work_into_pieces_changes_nothing(board: tuple[list[float], list[list[float]]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rank_range, "ROWS", 2)
        assert rank_ranges(*board) == by_the_book(*board)
        order = sorted(range(len(board[0])), key=lambda at: -board[0][at])
        ratings = [board[0][at] for at in order]
        covariance = [[board[1][i][j] for j in order] for i in order]
        in_pieces = tie_groups(ratings, covariance)
    assert in_pieces == tie_groups(ratings, covariance)


def test_a_clear_board_has_exact_places() -> None:
    ranges = rank_ranges([1400, 1700, 1500], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    assert [str(each) for each in ranges] == ["3rd", "1st", "2nd"]


def test_tie_groups_are_told_in_words() -> None:
    ratings = [1800, 1700, 1600, 1598, 1596, 1594, 1592, 1400]
    covariance = (25 * np.eye(8)).tolist()
    groups = tie_groups(ratings, covariance)
    assert groups == [TieGroup(1, 1), TieGroup(2, 2), TieGroup(3, 7), TieGroup(8, 8)]
    assert [str(group) for group in groups] == ["1st", "2nd", "3rd to 7th not separable", "8th"]


def test_nobody_on_the_board_gives_no_groups() -> None:
    empty = FullCovariance(np.empty((0, 0)))
    assert rank_ranges([], empty) == []
    assert tie_groups([], empty) == []


def test_shared_uncertainty_does_not_blur_the_order() -> None:
    """Both ratings hang on the same uncertain anchor; their distance is well known."""
    assert rank_ranges([1510, 1500], [[1000, 999], [999, 1000]]) == [RankRange(1, 1), RankRange(2, 2)]


def test_draws_give_nearly_the_ranges_of_the_full_matrix() -> None:
    games = simulated(list(np.linspace(-1, 1, 40)), 400, 4, FIRST, seed=1)
    full, drawn = fit(games, {0: 1500.0}), fit(games, {0: 1500.0}, dense_limit=10)
    assert isinstance(drawn.covariance, DrawnCovariance)
    for line in full.ratings:
        assert drawn[line.entrant].rating == pytest.approx(line.rating, abs=1e-6)
        assert drawn[line.entrant].standard_error == pytest.approx(line.standard_error, rel=0.12)
    exact = rank_ranges([line.rating for line in full.ratings], full.covariance)
    rough = rank_ranges([line.rating for line in drawn.ratings], drawn.covariance)
    shifts = [abs(a.best - b.best) + abs(a.worst - b.worst) for a, b in zip(exact, rough, strict=True)]
    assert np.mean(shifts) < 1.5


def needed(points: float, error: float, blocks: int, other_blocks: int, board_size: int = 2) -> int:
    """Of one lead; every block tells as much as it can."""
    columns = [np.array([float(value)]) for value in (points, error, blocks, other_blocks, blocks, other_blocks)]
    return int(further_blocks(Leads(*columns), board_size)[0])


def test_further_blocks_bring_the_lead_to_the_edge_of_sureness() -> None:
    further = needed(20.0, 25.0, 80, 120)
    shrunk = 25.0 * math.sqrt(200 / (200 + 2 * further))
    assert 20.0 / shrunk == pytest.approx(1.96, abs=0.01)


def test_blocks_that_separate_two_neighbours_follow_the_rule_of_the_groups() -> None:
    """With the blocks that were asked for, the two fall into two groups; with one less they do not."""
    further = needed(40.0, 20.0 * math.sqrt(2), 30, 30, board_size=12)

    def groups(more: int) -> list[TieGroup]:
        variance = 400.0 * 30 / (30 + more)
        ratings = [1540.0, 1500.0, *np.linspace(1000, 100, 10).tolist()]
        return tie_groups(ratings, np.diag([variance] * 12).tolist(), [30 + more] * 12)

    assert groups(further)[0] == TieGroup(1, 1)
    assert groups(further - 1)[0] == TieGroup(1, 2)


def test_a_sure_lead_needs_no_further_blocks_and_no_lead_no_number() -> None:
    assert needed(-100.0, 20.0, 50, 50) == 0
    assert needed(0.0, 20.0, 50, 50) == MOST_BLOCKS


@pytest.mark.parametrize(
    ("ratings", "covariance", "sentence"),
    [
        ([1500.0], [[1.0, 0.0]], "square"),
        ([1500.0, 1400.0], [[1.0, 0.5], [0.2, 1.0]], "symmetric"),
        ([1500.0, 1400.0], [[-1.0, 0.0], [0.0, 1.0]], "negative"),
        ([1500.0, math.nan], [[1.0, 0.0], [0.0, 1.0]], "finite"),
        ([1500.0], [[1.0, 0.0], [0.0, 1.0]], "as many rows"),
    ],
)
def test_it_refuses_what_cannot_be_a_board(ratings: list[float], covariance: list[list[float]], sentence: str) -> None:
    with pytest.raises(RatingInputError, match=sentence):
        rank_ranges(ratings, covariance)


def test_tie_groups_refuse_a_board_out_of_order() -> None:
    with pytest.raises(RatingInputError, match="highest rating first"):
        tie_groups([1400, 1500], [[1, 0], [0, 1]])


@pytest.mark.parametrize(("points", "error", "blocks"), [(math.nan, 1.0, 5), (5.0, -1.0, 5), (5.0, 1.0, 0)])
def test_further_blocks_refuse_impossible_numbers(points: float, error: float, blocks: int) -> None:
    with pytest.raises(RatingInputError):
        needed(points, error, blocks, 5)
