"""Whoever lost every game, or won every one, is far away: the interval says so, however many games there are."""

import math

import pytest

from referee.ratings.fit.batch import BatchFit, fit
from referee.ratings.fit.rank_range import rank_ranges
from referee.ratings.games import RatedGame
from tests.ratings.tools import FIRST, LAST

DENSE, DRAWN = 2000, 0


def _won(winner: str, loser: str, games: int, first: int = 0) -> list[RatedGame]:
    """In blocks of two."""
    return [RatedGame.solo(FIRST, [winner, loser], [1, 2], block=first + game // 2) for game in range(games)]


def _even(one: str, other: str, games: int, first: int) -> list[RatedGame]:
    """One wins a little more often."""
    return [*_won(one, other, games * 3 // 5, first), *_won(other, one, games * 2 // 5, first + games)]


@pytest.mark.parametrize("form", [DENSE, DRAWN])
@pytest.mark.parametrize("games", [100, 1000, 10_000])
def test_a_bot_that_lost_every_game_has_a_wide_interval_after_any_number_of_them(games: int, form: int) -> None:
    field = _even("ann", "bob", 200, 10**6)
    found = fit([*field, *_won("ann", "last", games)], {"ann": 1500.0, "bob": 1450.0}, dense_limit=form)
    line = found["last"]
    assert line.standard_error > 100
    assert line.is_provisional
    assert found["bob"].standard_error < 60, "others are known as well as before"


def test_a_bot_that_won_every_game_has_a_wide_interval_too() -> None:
    found = fit([*_even("ann", "bob", 200, 10**6), *_won("top", "ann", 500)], {"ann": 1500.0})
    assert found["top"].standard_error > 100


def test_where_the_loser_is_chosen_the_same_holds() -> None:
    tables = [RatedGame.solo(LAST, ["ann", "bob", "last"], [1, 1, 3], block=block) for block in range(200)]
    found = fit([*tables, *_even("ann", "bob", 200, 10**6)], {"ann": 1500.0})
    assert found["last"].standard_error > 100
    assert found["bob"].standard_error < 60


@pytest.mark.parametrize("form", [DENSE, DRAWN])
def test_two_that_lost_to_all_others_know_their_distance_and_not_where_they_stand(form: int) -> None:
    games = [
        *_even("ann", "bob", 200, 10**6),
        *_even("low", "lower", 200, 2 * 10**6),
        *_won("ann", "low", 300, 3 * 10**6),
        *_won("bob", "lower", 300, 4 * 10**6),
    ]
    found = fit(games, {"ann": 1500.0}, dense_limit=form)
    assert min(found[name].standard_error for name in ("low", "lower")) > 80
    assert found.difference("low", "lower").standard_error < 60
    ranges = rank_ranges([line.rating for line in found.ratings], found.covariance)
    assert min(span.best for span in ranges[2:]) == 3, "that they stand below the others is sure all the same"


def test_equally_bad_bots_are_not_told_apart_by_how_many_games_they_lost() -> None:
    games = [*_even("ann", "bob", 200, 10**6), *_won("ann", "few", 100), *_won("ann", "many", 4000, 10**5)]
    lead = fit(games, {"ann": 1500.0}).difference("few", "many")
    assert lead.points > 200
    assert lead.margin > lead.points


def test_one_game_won_brings_back_the_spread_of_the_blocks() -> None:
    def found(wins: int) -> BatchFit:
        return fit([*_won("ann", "low", 400), *_won("low", "ann", wins, 10**6)], {"ann": 1500.0})

    assert found(0)["low"].rating < found(1)["low"].rating < found(20)["low"].rating
    assert found(20)["low"].standard_error < 60
    assert math.isfinite(found(1)["low"].margin)
