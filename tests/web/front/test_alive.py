"""The front page shows what goes on, and nothing that strangers may not know."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from redis.exceptions import RedisError

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.bots.roster import roster
from arena.matches.models import Game
from arena.ratings.models import Pool, Standing
from arena.web.front import alive as module
from arena.web.front.alive import Player, Table, look, surprise, upsets
from tests import own_keys
from tests.matches import cast
from tests.replays.cast import played_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


def table(*players: tuple[int | None, float | None]) -> Table:
    seats = tuple(Player(f"bot-{number}", "", rank, rating) for number, (rank, rating) in enumerate(players))
    return Table(1, "karma-2", "karma", "Karma, 2 seats", seats, None)


def test_an_empty_arena_has_nothing_to_boast_of(client: Client) -> None:
    assert not look().has_games
    assert "Right now" not in client.get("/").content.decode()


def test_played_games_are_shown_with_a_way_to_watch_them(client: Client) -> None:
    match = played_match("diamoniak-2")
    game = cast.games_of(match)[0]
    page = client.get("/").content.decode()
    assert f"/games/{game.pk}/watch/" in page
    assert "2 games in the last day" in page


def test_running_games_are_shown(client: Client) -> None:
    cast.match([cast.ready_version(None, "Owl", "random"), cast.ready_version(None, "Fox", "random")])
    cast.take()
    found = look()
    assert [player.name for player in found.playing[0].players] == ["Owl", "Fox"]
    assert found.waiting == 1


def test_a_private_bot_is_named_nowhere(client: Client, alice: User) -> None:
    versions = [cast.ready_version(None, "Secret-Owl", "random"), cast.ready_version(None, "Fox", "random")]
    played_match("diamoniak-2", versions)
    pool = Pool.objects.create(variant="diamoniak-2")
    Standing.objects.create(pool=pool, version=versions[0], position=1, rating=1700)
    Bot.objects.filter(name="Secret-Owl").update(is_private=True)
    assert "Secret-Owl" not in client.get("/").content.decode()
    assert look().recent == ()


def test_the_ladders_show_their_leaders() -> None:
    pool = Pool.objects.create(variant="karma-4")
    for position, name in enumerate(("First", "Second", "Third", "Fourth"), 1):
        version = cast.ready_version(None, name, "random")
        Standing.objects.create(pool=pool, version=version, position=position, rating=1700 - position)
    (ladder,) = look().ladders
    assert [player.name for player in ladder.leaders] == ["First", "Second", "Third"]
    Bot.objects.filter(name="First").update(is_retired=True)
    Bot.objects.filter(name="Second").update(is_private=True)
    own_keys.forget()
    (ladder,) = look().ladders
    assert [player.name for player in ladder.leaders] == ["Third", "Fourth"], "they leave at once, before the next fit"


def test_a_surprise_is_measured_by_ratings() -> None:
    assert surprise(table((1, 1500.0), (2, 1620.0)).players) == 120.0
    assert surprise(table((1, 1700.0), (2, 1620.0)).players) < 0
    assert surprise(table((1, 1500.0), (1, 1800.0), (3, 1700.0)).players) == 200.0
    assert surprise(table((1, None), (2, 1620.0)).players) == 0.0
    assert surprise(table((1, 1500.0), (1, 1700.0)).players) == 0.0


def test_upsets_are_the_greatest_surprises_first() -> None:
    tables = [table((1, 1500.0), (2, 1500.0 + gap)) for gap in (10.0, 60.0, 90.0, 300.0, 45.0)]
    assert [each.gap for each in upsets(tables)] == [300.0, 90.0, 60.0]


def test_without_redis_the_page_still_answers(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise RedisError("gone")

    monkeypatch.setattr(cache, "get", away)
    assert client.get("/").status_code == 200


def test_it_costs_the_same_queries_however_much_is_going_on(django_assert_max_num_queries: Any) -> None:
    played_match("karma-4")
    played_match("diamoniak-3")
    assert Game.objects.count() == 7
    with django_assert_max_num_queries(14):
        look()


def test_it_is_computed_once_in_a_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    first = module.alive(roster())
    monkeypatch.setattr(module, "look", lambda: pytest.fail("it looked again"))
    assert module.alive(roster()) == first
