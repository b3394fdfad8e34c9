import numpy as np
import pytest

from arena.ratings.leaderboard.seats import decisive_counts, entrants_differ_by_seat, seat_shares, seats_differ
from engines.variants import RankPolicy
from referee.ratings.errors import RatingInputError
from referee.ratings.games import Entrant, RatedGame
from tests.ratings.tools import FIRST, FULL, LAST, as_tables

TABLE: dict[Entrant, list[int]] = {"a": [30, 22, 18], "b": [25, 31, 20], "c": [14, 16, 40]}


def _counted(policy: RankPolicy, *games: tuple[str, list[int]]) -> dict[str, list[int]]:
    counts = decisive_counts(as_tables([RatedGame.solo(policy, list(names), ranks) for names, ranks in games]))
    return {chr(int(number)): row for number, row in counts.items()}


def test_wins_are_counted_by_entrant_and_seat() -> None:
    games = [("abc", [1, 2, 2]), ("bca", [2, 2, 1]), ("cab", [1, 1, 3])]
    assert _counted(FIRST, *games) == {"a": [1, 0, 1], "b": [0, 0, 0], "c": [0, 0, 0]}


def test_losses_are_counted_where_the_last_one_loses() -> None:
    games = [("abc", [1, 1, 3]), ("cab", [1, 2, 2])]
    assert _counted(LAST, *games) == {"a": [0, 0, 0], "b": [0, 0, 0], "c": [0, 0, 1]}


def test_first_places_are_counted_in_a_full_order() -> None:
    assert _counted(FULL, ("ab", [2, 1])) == {"a": [0, 0], "b": [0, 1]}


def test_shares_add_up() -> None:
    assert sum(seat_shares(TABLE)) == pytest.approx(1)
    assert seat_shares({"a": [0, 0]}) == [0.0, 0.0]


def test_seats_differ_agrees_with_scipy() -> None:
    from scipy import stats

    ours, reference = seats_differ(TABLE), stats.chisquare(np.sum(list(TABLE.values()), axis=0))
    assert (ours.statistic, ours.p_value) == pytest.approx((reference.statistic, reference.pvalue))


def test_entrants_differ_by_seat_agrees_with_scipy() -> None:
    from scipy import stats

    ours, reference = entrants_differ_by_seat(TABLE), stats.chi2_contingency(list(TABLE.values()), correction=False)
    assert (ours.statistic, ours.p_value) == pytest.approx((reference.statistic, reference.pvalue))
    assert ours.freedom == reference.dof
    assert ours.is_alarm


def test_a_seat_that_helps_everybody_alike_is_no_alarm() -> None:
    assert not entrants_differ_by_seat({"a": [300, 100], "b": [150, 50]}).is_alarm
    assert seats_differ({"a": [300, 100], "b": [150, 50]}).p_value < 1e-6


def test_too_few_games_never_raise_the_alarm() -> None:
    result = entrants_differ_by_seat({"a": [9, 0], "b": [0, 9]})
    assert result.p_value < 0.001
    assert not result.is_reliable
    assert not result.is_alarm


def test_nothing_to_compare_is_no_alarm() -> None:
    assert entrants_differ_by_seat({"a": [30, 40]}).p_value == 1.0
    assert entrants_differ_by_seat({"a": [0, 0], "b": [0, 0]}).p_value == 1.0


@pytest.mark.parametrize("counts", [{}, {"a": [1, 2], "b": [1]}, {"a": [1, -2]}])
def test_it_refuses_impossible_counts(counts: dict[Entrant, list[int]]) -> None:
    with pytest.raises(RatingInputError):
        seat_shares(counts)
