"""The fold from columns: bit for bit what the fold game by game gives."""

import random

import pytest

from referee.ratings.elo.columns import ColumnFold
from referee.ratings.elo.fold import LiveFold, LiveSettings, LiveTable, fold
from referee.ratings.errors import RatingInputError
from referee.ratings.games import RatedGame
from referee.ratings.table import Table
from tests.ratings.test_table import SEASONS
from tests.ratings.tools import FIRST, LAST, as_tables, simulated

SETTINGS = LiveSettings(
    anchors={1: 1430.0, 77: 1600.0}, parents={3: 2, 5: 4, 4: 77, 6: 99}, role_offsets={"single": 35.5}
)


def _bits(table: LiveTable) -> dict[object, tuple[str, int]]:
    return {who: (rating.hex(), table.games[who]) for who, rating in table.ratings.items()}


def _folded(tables: list[Table], settings: LiveSettings) -> LiveTable:
    return ColumnFold(tables, settings).upto(10**6, settings.role_offsets)


@pytest.mark.parametrize("name", SEASONS)
def test_it_has_the_bits_of_the_fold_game_by_game(name: str) -> None:
    games = SEASONS[name] * 3  # past the games at which K changes
    reference = fold(games, SETTINGS)
    found = _folded(as_tables(games), SETTINGS)
    assert _bits(found) == {who: bits for who, bits in _bits(reference).items() if who in found.ratings}
    assert found.ratings.keys() == {member for game in games for side in game.sides for member in side}


def test_games_of_several_kinds_are_counted_in_the_order_of_the_log() -> None:
    games = [game for name in SEASONS for game in SEASONS[name]]
    random.Random(7).shuffle(games)
    reference = _bits(fold(games, SETTINGS))
    found = _bits(_folded(as_tables(games), SETTINGS))
    assert found == {who: bits for who, bits in reference.items() if who in found}


def test_it_stops_after_every_period_and_tells_who_played_in_it() -> None:
    games = simulated([0.6, 0.3, 0.0, -0.3, -0.6, 0.1, 0.2], 60, 3, LAST, seed=8)
    running, reference = ColumnFold(as_tables(games), SETTINGS), LiveFold(SETTINGS)
    for start, end in ((0, 1), (1, 7), (7, 7), (7, 100), (100, len(games))):
        for game in games[start:end]:
            reference.rate(game)
        played = {int(member) for game in games[start:end] for side in game.sides for member in side}
        assert _bits(running.upto(end)) == _bits(reference.part(played))


def test_what_roles_are_worth_may_change_with_the_period() -> None:
    games = SEASONS["wolf"]
    running, reference = ColumnFold(as_tables(games)), LiveFold()
    for end, worth in ((100, 20.0), (len(games), 80.0)):
        reference.set_role_offsets({"single": worth})
        for game in games[end - 100 if end == 100 else 100 : end]:
            reference.rate(game)
        table = running.upto(end, {"single": worth})
    assert _bits(table) == {who: bits for who, bits in _bits(reference.table()).items() if who in table.ratings}


def test_it_refuses_a_version_that_descends_from_itself() -> None:
    games = [RatedGame.solo(FIRST, [1, 2], [1, 2], block=1)]
    with pytest.raises(RatingInputError, match="descends from itself"):
        _folded(as_tables(games), LiveSettings(parents={1: 3, 3: 1}))


def test_no_games_move_nobody() -> None:
    assert ColumnFold([]).upto(10) == LiveTable()
