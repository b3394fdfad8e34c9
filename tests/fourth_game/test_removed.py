"""A package that is removed again: what was played of its game stays, and nothing else breaks."""

import logging

import pytest
from django.test import Client

from arena.accounts.models import User
from arena.bots.actions.house import ensure_house_bots
from arena.bots.models import Bot
from arena.matches.models import Game, StoredReplay
from arena.matches.verify_replays import verify_sample
from arena.ratings import tasks
from arena.ratings.actions.pools import ensure_pools
from arena.ratings.models import Cycle, Pool
from engines.registry import names
from tests.fourth_game.installed import installed
from tests.replays import cast
from tests.tournament_engine import cast as cups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]


@pytest.fixture
def game() -> Game:
    """Played while the package was there; it is gone when the test begins."""
    with installed():
        ensure_pools()
        match = cast.played_match("market-day-2")
        cups.opened(cups.organiser(), [], "swiss", variant="market-day-2", settings={"rounds": 2})
    return cast.first_game(match)


@pytest.mark.parametrize(
    "path", ["/", "/leaderboards/", "/bots/", "/replays/", "/tournaments/", "/faults/", "/design/"]
)
def test_pages_that_list_many_things_go_on_without_it(client: Client, game: Game, path: str) -> None:
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/games/{0}/", "/games/{0}/watch/", "/matches/{1}/", "/tournaments/cup/"])
def test_its_own_pages_say_that_it_is_not_installed(client: Client, game: Game, path: str) -> None:
    answer = client.get(path.format(game.pk, game.block.match_id))
    assert answer.status_code == 404
    assert "is not installed here at present" in answer.content.decode()


def test_its_leaderboard_and_its_page_are_not_there(client: Client, game: Game) -> None:
    assert client.get("/leaderboards/market-day-2/").status_code == 404
    assert client.get("/play/market-day/").status_code == 404


def test_house_bots_play_what_is_left(game: Game) -> None:
    Bot.objects.filter(name__startswith="Random-").update(house_name="")
    ensure_house_bots()
    assert Bot.objects.get(house_name="search").games == names()


def test_its_ladders_rest_and_the_others_move(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    Pool.objects.exclude(variant__in=["market-day-2", "diamoniak-2"]).update(ladder_is_on=False)
    with caplog.at_level(logging.ERROR):
        tasks.run_ladders()
    assert caplog.records == []
    assert set(Cycle.objects.values_list("pool__variant", flat=True)) == {"diamoniak-2"}


def test_nothing_is_said_about_its_replays(game: Game) -> None:
    assert verify_sample() == 0
    assert not StoredReplay.objects.exclude(verified_at=None).exists()


def test_when_it_comes_back_everything_is_shown_again(client: Client, game: Game, stella: User) -> None:
    with installed():
        assert client.get(f"/games/{game.pk}/watch/").status_code == 200
        assert client.get("/leaderboards/market-day-2/").status_code == 200
