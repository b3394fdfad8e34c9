import numpy as np

from referee.ratings.fit.batch import BatchFit, Rating, fit
from referee.ratings.fit.covariance import FullCovariance
from referee.ratings.fit.places import board_ranges
from referee.ratings.fit.rank_range import MOST_BLOCKS, Board
from tests.ratings.tools import FIRST, simulated


def _fit(ratings: list[float], error: float) -> BatchFit:
    lines = tuple(Rating(name, rating, error, 400, 100, 100.0) for name, rating in enumerate(ratings))
    size = range(len(ratings))
    matrix = [[error**2 if row == column else 0.0 for column in size] for row in size]
    return BatchFit(lines, (), (), FullCovariance.of(matrix) if matrix else FullCovariance.of([[0.0]]))


def test_each_line_knows_how_far_it_is_from_the_next() -> None:
    places = board_ranges(_fit([1600.0, 1590.0, 1400.0], 10.0))
    assert [(place.best, place.worst) for place in places] == [(1, 2), (1, 2), (3, 3)]
    assert [place.blocks_to_next for place in places] == [1000, None, None]


def test_equal_ratings_are_not_called_sure() -> None:
    assert board_ranges(_fit([1500.0, 1500.0], 10.0))[0].blocks_to_next == MOST_BLOCKS


def test_a_hair_between_two_does_not_give_astronomic_numbers() -> None:
    assert board_ranges(_fit([1500.001, 1500.0], 10.0))[0].blocks_to_next == MOST_BLOCKS


def test_an_empty_fit_has_an_empty_board() -> None:
    assert board_ranges(_fit([], 1.0)) == []


def test_blocks_apart_and_tie_groups_follow_one_rule() -> None:
    """Nothing is left to play exactly where the board itself calls the lead over the next line sure."""
    found = fit(simulated([0.0, 0.1, 0.9, 1.0, 2.2], 220, 2, FIRST, seed=4))
    evidence = [line.evidence for line in found.ratings]
    board = Board([line.rating for line in found.ratings], found.covariance, evidence)
    sure = []
    for place, line in enumerate(board_ranges(found)[:-1]):
        lead = board.scores[place] - board.scores[place + 1]
        sure.append(bool(lead > board.reach(np.array([place]), np.array([place + 1]))[0, 0]))
        assert (line.blocks_to_next is None) == sure[-1]
    assert set(sure) == {True, False}
