from referee.ratings.fit.batch import BatchFit, Rating
from referee.ratings.fit.covariance import FullCovariance
from referee.ratings.fit.places import board_ranges
from referee.ratings.fit.rank_range import MOST_BLOCKS


def _fit(ratings: list[float], error: float) -> BatchFit:
    lines = tuple(Rating(name, rating, error, 400, 100) for name, rating in enumerate(ratings))
    size = range(len(ratings))
    matrix = [[error**2 if row == column else 0.0 for column in size] for row in size]
    return BatchFit(lines, (), (), FullCovariance.of(matrix) if matrix else FullCovariance.of([[0.0]]))


def test_each_line_knows_how_far_it_is_from_the_next() -> None:
    places = board_ranges(_fit([1600.0, 1590.0, 1400.0], 10.0))
    assert [(place.best, place.worst) for place in places] == [(1, 2), (1, 2), (3, 3)]
    assert [place.blocks_to_next for place in places] == [1001, None, None]


def test_equal_ratings_are_not_called_sure() -> None:
    assert board_ranges(_fit([1500.0, 1500.0], 10.0))[0].blocks_to_next == MOST_BLOCKS


def test_a_hair_between_two_does_not_give_astronomic_numbers() -> None:
    assert board_ranges(_fit([1500.001, 1500.0], 10.0))[0].blocks_to_next == MOST_BLOCKS


def test_an_empty_fit_has_an_empty_board() -> None:
    assert board_ranges(_fit([], 1.0)) == []
