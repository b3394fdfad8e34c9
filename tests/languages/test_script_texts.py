"""Texts of scripts: all of them are marked, and a page carries them in the language of its reader."""

import json
import re

import pytest
from django.test import Client

from arena.settings.environment import PACKAGE
from arena.web.script_words import script_words, script_words_of_all_games
from engines.registry import games
from tools.catalogues import PLACEHOLDER
from tools.script_texts import forgotten, script_texts

CARRIED = re.compile(r'<script type="application/json" data-vocabulary="([^"]*)">(.*?)</script>')
SCRIPTS = sorted(
    [*(PACKAGE / "static" / "js").rglob("*.js"), *(path for game in games() for path in game.folder.rglob("web/*.js"))]
)


def test_no_text_of_a_script_is_left_in_english() -> None:
    left = {str(script): list(forgotten(script.read_text())) for script in SCRIPTS}
    assert {script: texts for script, texts in left.items() if texts} == {}
    assert len(left) > 40, "hardly any script was read"


def test_texts_of_scripts_are_found_inside_each_other_and_not_in_comments() -> None:
    source = (
        'say(t("{who} waits", { who: t("Nobody") }));  // like t("this")\n/** t("or this") */ plural("a", "{n} b", n)'
    )
    assert list(script_texts(source)) == [("{who} waits", 1), ("Nobody", 1), (("a", "{n} b"), 2)]


@pytest.mark.parametrize(
    ("line", "is_forgotten"),
    [
        ('say("No card fits.");', True),
        ("say(`${name} wins the game`);", True),
        ("t(`${name} wins`);", True),
        ("t(words);", True),
        ('say(is ? "This card" : "No card fits");', True),
        ('say(t("No card fits."));', False),
        ('plural("{n} card lies", "{n} cards lie", n);', False),
        ('throw new Error("The page lacks a table.");', False),
        ('draw("rect", { class: "pc-back line" });', False),
        ('find(root, "[data-x] button");', False),
        ('const NAMES = { "use fairy": t("send a fairy") };', False),
    ],
)
def test_a_forgotten_text_is_seen(line: str, is_forgotten: bool) -> None:
    assert bool(list(forgotten(line))) == is_forgotten


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["sk", "cs", "de"])
def test_the_front_page_carries_the_words_of_every_table_in_the_language_of_its_reader(
    client: Client, language: str
) -> None:
    page = client.get("/", headers={"Accept-Language": language}).content.decode()
    carried = {name: json.loads(told) for name, told in CARRIED.findall(page)}
    assert set(carried) == {"", *(game.name for game in games())}
    assert carried[""]["texts"]["A draw"] != "A draw"


@pytest.mark.django_db
def test_in_english_a_page_carries_nothing(client: Client) -> None:
    assert CARRIED.findall(client.get("/").content.decode()) == []
    assert script_words_of_all_games("en") == ""


@pytest.mark.parametrize(("language", "forms"), [("sk", "2011122"), ("cs", "2011122"), ("de", "1011111")])
def test_scripts_know_which_plural_a_number_takes(language: str, forms: str) -> None:
    ((_name, told),) = CARRIED.findall(script_words(language))
    assert json.loads(told)["forms"].startswith(forms)
    ones = json.loads(told)["texts"]["{n} card"]
    assert len(ones) == len(set(forms))


def test_no_text_can_end_the_element_that_carries_it() -> None:
    told = script_words("de", *(game.name for game in games()))
    assert told.count("</") == told.count("</script>") == len(games()) + 1


def test_what_a_text_is_filled_with_is_checked_in_scripts_too() -> None:
    assert PLACEHOLDER.findall("{name} gives %(n)d to <b>{other}</b>") == ["{name}", "%(n)d", "<b", "{other}", "</b"]
