"""The list of replays by what makes a game worth watching, and other lists that got plain names."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from arena.matches.models import Game, Match
from arena.ratings.actions.close_period import open_pool
from arena.ratings.models import Standing
from arena.web.front.alive import ratings_of
from arena.web.matches.finished import WantedGames
from arena.web.matches.orders import LOOKED_AT, best_of_the_day, ordered
from arena.web.templatetags.arena_games import emblem, variant_title
from tests.matches import cast as matches_cast
from tests.replays import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def games() -> list[Game]:
    """Two games of one block; Owl is rated far above Fox."""
    versions = [matches_cast.ready_version(None, name, "random") for name in ("Owl", "Fox")]
    cast.played_match("diamoniak-2", versions)
    pool = open_pool("diamoniak-2")
    for position, (version, rating) in enumerate(zip(versions, (1700.0, 1500.0), strict=True), 1):
        Standing.objects.create(pool=pool, version=version, position=position, rating=rating)
    return list(Game.objects.order_by("pk"))


def test_the_longest_come_first(games: list[Game]) -> None:
    lengths = [game.decision_count for game in ordered(games, "longest", 10)]
    assert lengths == sorted((game.decision_count for game in games), reverse=True)


def test_an_upset_is_a_win_of_the_one_rated_lower(games: list[Game]) -> None:
    won_by_fox = [
        game for game in games for seat in game.seats.all() if seat.rank == 1 and seat.version.bot.name == "Fox"
    ]
    alone = [game for game in won_by_fox if sorted(seat.rank or 0 for seat in game.seats.all()) == [1, 2]]
    assert {game.pk for game in ordered(games, "upsets", 10)} == {game.pk for game in alone}


def test_ratings_are_asked_for_those_who_sat_there_and_not_for_the_whole_board(games: list[Game]) -> None:
    pool = open_pool("diamoniak-2")
    Standing.objects.create(pool=pool, version=matches_cast.ready_version(None, "Bat"), position=3, rating=1600.0)
    seated = {(seat.version_id, "diamoniak-2") for game in games for seat in game.seats.all()}
    assert set(ratings_of(games)) == seated
    assert ratings_of([]) == {}


def test_an_order_asks_no_more_of_many_games_than_of_few(
    games: list[Game], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    wanted = WantedGames(order="strongest")
    with django_assert_num_queries(5):  # games and seats to choose from, ratings, games and seats that are shown
        shown = wanted.slice(None).games
    newest_first = sorted(games, key=lambda game: -game.pk)
    assert [game.pk for game in shown] == [game.pk for game in ordered(newest_first, "strongest", 50)]


def test_an_order_of_one_bot_is_chosen_from_as_many_games(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.web.matches.finished.PER_SLICE", 0)  # what a page shows is no bound for the choice
    assert len(WantedGames(bot="owl", order="longest").newest(None, LOOKED_AT)) == len(games)


def test_the_game_of_the_day_is_of_this_day_and_ended_by_the_rules(games: list[Game]) -> None:
    now = timezone.now()
    best = best_of_the_day(games, now)
    assert best is not None
    assert best.decision_count == max(game.decision_count for game in games)
    assert best_of_the_day(games, now + timedelta(days=2)) is None
    Game.objects.update(termination="fault")
    assert best_of_the_day(list(Game.objects.all()), now) is None


@pytest.mark.parametrize("order", ["", "longest", "upsets", "strongest", "nonsense"])
def test_every_order_has_its_page(client: Client, games: list[Game], order: str) -> None:
    page = client.get("/replays/", {"order": order})
    assert page.status_code == 200
    assert ("Game of the day" in page.content.decode()) == (order == "")


def test_the_choice_of_the_day_is_kept_and_what_is_sealed_meanwhile_is_not_shown(
    as_alice: Client, games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Game of the day" in as_alice.get("/replays/").content.decode()
    monkeypatch.setattr("arena.web.matches.views.best_of_the_day", None)  # nobody chooses again within the minute
    assert "Game of the day" in as_alice.get("/replays/").content.decode()
    Match.objects.update(is_sealed=True)
    assert "Game of the day" not in as_alice.get("/replays/").content.decode()


def test_people_read_names_and_not_slugs(client: Client, games: list[Game]) -> None:
    page = client.get("/replays/").content.decode()
    assert "Diamoniak, 2 seats" in page
    assert "· diamoniak-2 ·" not in page
    assert variant_title("no-such-game-2") == "no-such-game-2"


def test_every_bot_has_an_emblem_of_its_own_that_stays() -> None:
    drawn = {emblem(f"bot-{number}") for number in range(200)}
    assert len(drawn) > 190
    assert emblem("fox") == emblem("fox")
    assert "style=" not in emblem("fox")
