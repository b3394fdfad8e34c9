"""The first game of each game: it is played to its end, and says something at the right moments."""

import re

import pytest
from django.test import Client
from django.utils import translation

from arena.tables.actions.beginning import open_lesson
from arena.tables.actions.moving import choose
from arena.tables.errors import TableError
from arena.tables.house import quick_choice
from arena.tables.models import Table, TableState
from arena.tables.stored import restored
from engines.lessons import Lesson, Moment, Remark, due
from engines.registry import games
from tests.tables.cast import ANN, NOW, look, sit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
TAUGHT = [game.name for game in games() if game.first_lesson() is not None]
HERE = {"Origin": "http://testserver"}


def test_all_games_of_the_house_are_taught() -> None:
    assert [game.name for game in games()] == TAUGHT


@pytest.mark.parametrize("name", TAUGHT)
def test_the_first_game_is_played_to_its_end_and_most_of_it_is_said(name: str) -> None:
    table = open_lesson(ANN, name, NOW)
    seen = look(table)
    said = [seen["lesson"]["text"]]
    while seen["legal"]:
        table.refresh_from_db()
        choose(table.code, ANN, seen["at"], quick_choice(table, restored(table), 0), NOW)
        seen = look(table)
        said.append(seen["lesson"]["text"])
    assert seen["state"] == TableState.OVER
    told = [text for text in said if text]
    assert said[0]
    assert said[-1]
    assert len(set(told)) == len(told) == seen["lesson"]["step"]
    assert 2 * len(told) >= seen["lesson"]["of"]


@pytest.mark.parametrize("name", TAUGHT)
def test_everybody_gets_the_same_first_game_and_begins_it(name: str) -> None:
    first, second = open_lesson(ANN, name, NOW), open_lesson(ANN, name, NOW)
    assert bytes(first.seed) == bytes(second.seed)
    assert first.first_seat == 0
    assert look(first)["asked"]


@pytest.mark.parametrize("language", ["sk", "cs", "de"])
def test_the_words_are_said_in_the_language_of_the_reader(language: str) -> None:
    table = open_lesson(ANN, TAUGHT[0], NOW)
    english = look(table)["lesson"]["text"]
    with translation.override(language):
        assert look(table)["lesson"]["text"] != english


def test_other_tables_are_left_in_peace() -> None:
    assert look(sit(games()[0].engine.variants()[0].slug))["lesson"] is None


def test_a_remark_is_made_once_and_one_at_a_time() -> None:
    always = [Remark("one", lambda moment: True), Remark("two", lambda moment: moment.number > 0)]
    lesson = Lesson("", "", "", tuple(always))
    first, second = (Moment({}, "MAIN", (), number) for number in (0, 1))
    assert due(lesson, first, set()) == 0
    assert due(lesson, first, {0}) is None
    assert due(lesson, second, {0}) == 1


def test_a_game_without_a_lesson_says_so() -> None:
    with pytest.raises(TableError, match="no first game"):
        open_lesson(ANN, "chess", NOW)


def test_one_click_on_the_page_of_the_rules_begins_it(client: Client) -> None:
    page = client.get(f"/play/{TAUGHT[0]}/").content.decode()
    assert re.search('action="/tables/learn/"', page)
    answer = client.post("/tables/learn/", {"game": TAUGHT[0]}, headers=HERE)
    assert "data-coach" in client.get(answer["Location"]).content.decode()


def test_a_form_of_another_site_and_an_unknown_game_lay_no_table(client: Client) -> None:
    client.post("/tables/learn/", {"game": TAUGHT[0]}, headers={"Origin": "https://evil.example"})
    client.post("/tables/learn/", {"game": "chess"}, headers=HERE)
    assert not Table.objects.exists()
