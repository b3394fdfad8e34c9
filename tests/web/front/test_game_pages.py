"""Each game has a page: rules for people, ways to play, opponents, starter kits, numbers and replays."""

import io
import zipfile

import pytest
from django.test import Client

from arena.web.front.games import best_tables, numbers, starters
from arena.web.front.rules import rules_html
from engines import engine
from engines.registry import names
from tests.matches import cast
from tests.replays.cast import played_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
GAMES = names()


@pytest.mark.parametrize("game", GAMES)
def test_the_page_names_every_way_to_play(client: Client, game: str) -> None:
    page = client.get(f"/play/{game}/").content.decode()
    for variant in engine(game).variants():
        assert f'href="/leaderboards/{variant.slug}/"' in page


def test_a_game_that_does_not_exist_has_no_page(client: Client) -> None:
    assert client.get("/play/whist/").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_those_of_the_engine_and_for_people(game: str) -> None:
    html = rules_html(game)
    assert '<table class="table">' in html
    assert "action_count" not in html
    assert "&gt;&gt;&gt;" not in html, "examples for programs are not rules"
    assert "<h1" not in html
    assert 'href="abilities"' not in html
    assert '<th scope="col"></th>' not in html


def test_the_rules_end_where_the_readme_turns_to_authors() -> None:
    assert "Three in a row" in rules_html("karma")
    assert "CHOOSE_UP" not in rules_html("karma")


def test_numbers_count_the_games_of_all_variants() -> None:
    assert numbers("diamoniak").games == 0
    assert numbers("diamoniak").fault_share == 0.0
    played_match("diamoniak-2")
    found = numbers("diamoniak")
    assert found.games == 2
    assert found.longest >= found.decisions > 0
    assert numbers("karma").games == 0


def test_unfinished_blocks_are_not_among_the_best() -> None:
    played_match("diamoniak-2", games=1)
    assert best_tables("diamoniak") == []


def test_finished_games_are_offered_to_watch(client: Client) -> None:
    game = cast.games_of(played_match("diamoniak-2"))[0]
    assert f"/games/{game.pk}/watch/" in client.get("/play/diamoniak/").content.decode()


def test_house_bots_are_listed_where_they_play(client: Client) -> None:
    cast.ready_version(None, "Uniform", "random")
    assert "Uniform" in client.get("/play/karma/").content.decode()


def test_every_starter_kit_can_be_downloaded(client: Client) -> None:
    for language in starters():
        response = client.get(f"/starters/{language}.zip")
        names = zipfile.ZipFile(io.BytesIO(response.content)).namelist()
        assert names
        assert not any(name.startswith(("/", "..")) or "__pycache__" in name for name in names)


@pytest.mark.parametrize("language", ["cobol", "..", "python%2F..%2Fc"])
def test_there_is_no_kit_for_other_languages(client: Client, language: str) -> None:
    assert client.get(f"/starters/{language}.zip").status_code == 404
