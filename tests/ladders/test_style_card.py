"""How a bot plays, on its page: beside the others at its tables, and only what is known well enough."""

import pytest
from django.test import Client

from arena.bots.models import BotVersion
from arena.matches.models import Game
from arena.ratings.actions.close_period import close_period, open_pool
from arena.ratings.models import Pool
from arena.web.ladders.style import GAMES, Counts, style_of, trait
from referee.style import Shown
from tests.matches import cast as matches
from tests.replays import cast


def _counts(block: int, own: tuple[int, int], others: tuple[int, int]) -> Counts:
    return Counts(block, Shown(*own), Shown(*others))


def test_a_habit_is_told_beside_the_others() -> None:
    found = trait("waits", [_counts(1, (8, 6), (10, 2)), _counts(2, (8, 6), (10, 3))])
    assert found is not None
    assert (found.percent, found.occasions, found.others) == (75.0, 16, 25.0)


@pytest.mark.parametrize(
    ("shares", "direction"),
    [([9, 8, 9, 10], 1), ([1, 0, 2, 1], -1), ([0, 10, 0, 10], 0)],
)
def test_more_often_is_said_only_where_blocks_agree(shares: list[int], direction: int) -> None:
    found = trait("waits", [_counts(block, (10, times), (10, 5)) for block, times in enumerate(shares)])
    assert found is not None
    assert found.direction == direction


@pytest.mark.parametrize("counts", [[], [_counts(1, (9, 9), (40, 1))], [_counts(1, (40, 9), (9, 1))]])
def test_a_few_occasions_are_no_habit(counts: list[Counts]) -> None:
    assert trait("waits", counts) is None


@pytest.fixture
def rated(db: None) -> tuple[Pool, list[BotVersion]]:
    versions = [matches.ready_version(None, name, house) for name, house in (("Owl", "greedy"), ("Fox", "random"))]
    match = cast.played_match("karma-2", versions)
    pool = open_pool("karma-2")
    type(match).objects.filter(pk=match.pk).update(is_rated=True, period="ladder/x/c1")
    assert close_period("ladder/x/c1") is not None
    return pool, versions


def test_it_is_read_from_the_replays_of_rated_games(rated: tuple[Pool, list[BotVersion]]) -> None:
    pool, (owl, fox) = rated
    found = style_of(owl.pk, pool)
    assert found is not None
    assert found.games == 2 <= GAMES
    mirrored = style_of(fox.pk, pool)
    assert mirrored is not None
    assert [each.percent for each in found.traits] == [each.others for each in mirrored.traits]


def test_a_replay_that_cannot_be_read_is_left_out(rated: tuple[Pool, list[BotVersion]]) -> None:
    pool, (owl, _) = rated
    for game in Game.objects.select_related("replay"):
        assert game.replay is not None
        game.replay.file.delete(save=False)
    assert style_of(owl.pk, pool) is None
    assert Client().get(owl.bot.get_absolute_url()).status_code == 200
