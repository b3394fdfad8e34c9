"""Every rare moment happens in the few games that an ordinary test run compares."""

import pytest

from tests.engines.oracles.catalogue import GAMES, oracle_of
from tests.engines.oracles.comparing import Played, compare_game
from tests.engines.oracles.covering import Candidate, choose, cover


@pytest.mark.parametrize("game", [game for game in GAMES if oracle_of(game).rare])
def test_engine_and_oracle_agree_in_every_rare_moment(game: str) -> None:
    played = Played()
    for slug, number in cover().get(game, []):
        played.add(compare_game(slug, number))
    never = set(oracle_of(game).rare) - set(played.rare)
    assert not never, f"choose other games: python -m tests.engines.oracles.covering {game}"


def test_the_cheapest_games_for_their_moments_are_chosen() -> None:
    long = Candidate("karma-2", 0, 1000, frozenset("abc"))
    short = Candidate("karma-2", 1, 100, frozenset("ab"))
    other = Candidate("karma-2", 2, 500, frozenset("c"))
    assert choose([long, short, other], frozenset("abcd")) == [short, other]


def test_nothing_is_chosen_where_nothing_is_rare() -> None:
    assert choose([Candidate("karma-2", 0, 10, frozenset("a"))], frozenset("b")) == []
