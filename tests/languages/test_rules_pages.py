"""The rules of a game, and what pays in it, in the language of the reader."""

import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from arena.web.front.rules import language_of, rules_html, strategy_html
from engines.games import Game
from engines.registry import games
from tests.fourth_game.installed import GAME, PACKAGE, installed

FOREIGN = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_language_has_the_same_parts_of_the_rules(game: Game) -> None:
    name = game.name
    parts = {code: rules_html(name, code).count("<h2") for code in FOREIGN}
    assert len(set(parts.values())) == 1
    assert min(parts.values()) > 2
    assert len({rules_html(name, code) for code in FOREIGN}) == len(FOREIGN)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
@pytest.mark.parametrize("language", FOREIGN)
def test_rules_call_the_cards_what_the_table_calls_them(game: Game, language: str) -> None:
    """Each name in the table of cards stands in the game's catalogue. A row of several, "1 to 16", has none."""
    folder = game.folder
    catalogue = (folder / "locale" / language / "LC_MESSAGES" / "django.po").read_text()
    first_table = re.search(r"(?ms)^\|.*?\n\n", (folder / f"rules.{language}.md").read_text())
    assert first_table
    named = [
        cell.strip()
        for line in first_table[0].strip().splitlines()[2:]
        if "`1`" not in line
        for cell in line.split("|")[1:3]
        if re.fullmatch(r" [^\W\d][^`]{3,} ", cell)
    ]
    known = catalogue.lower().replace('"\n"', "")
    assert len(named) > 2
    assert [name for name in named if name.lower() not in known] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_the_page_of_a_game_shows_them_to_readers_of_that_language(client: Client, language: str) -> None:
    game = games()[0]
    page = client.get(f"/play/{game.name}/", headers={"Accept-Language": language}).content.decode()
    assert f'<div lang="{language}">{rules_html(game.name, language)}' in page


def test_rules_that_nobody_translated_are_english_and_say_so(client: Client) -> None:
    with installed():
        assert language_of("rules", GAME, "sk") == "en"
        page = client.get(f"/play/{GAME}/", headers={"Accept-Language": "sk"}).content.decode()
        assert f'<div lang="en">{rules_html(GAME)}' in page
        assert 'id="strategy"' not in page, "it has none"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_language_has_the_same_strategy_with_the_same_figures_and_code(game: Game) -> None:
    english, *others = ((game.folder / f"strategy{end}.md").read_text() for end in ("", *(f".{e}" for e in FOREIGN)))
    for text in others:
        assert shape(text) == shape(english)
    assert len({*others, english}) == len(FOREIGN) + 1


def shape(text: str) -> tuple[list[str], list[str], list[int], list[str]]:
    """Figures with a fraction, code, depths of headings, and pages that are pointed to, whatever their language."""
    code = re.findall(r"(?s)```.*?```", text)
    figures = sorted(re.findall(r"\b\d+\.\d+\b", re.sub(r"\b([1-9]),(\d{3})\b", r"\1\2", text).replace(",", ".")))
    headings = [len(marks) for marks in re.findall(r"(?m)^(#+) ", text)]
    pages = [re.sub(r"^rules\.\w+\.md", "README.md", target) for target in re.findall(r"\]\((.*?)\)", text)]
    return figures, code, headings, pages


@pytest.mark.parametrize("language", [*FOREIGN, settings.LANGUAGE_CODE])
def test_the_page_of_a_game_shows_its_strategy_in_the_language_of_the_reader(client: Client, language: str) -> None:
    for game in games():
        page = client.get(f"/play/{game.name}/", headers={"Accept-Language": language}).content.decode()
        shown = strategy_html(game.name, language)
        assert len(shown) > 1000
        assert "<h1" not in shown
        assert f'<div lang="{language}">{shown}' in page


def test_a_strategy_that_nobody_translated_is_english_and_says_so(client: Client, tmp_path: Path) -> None:
    package = shutil.copytree(PACKAGE, tmp_path / "package", ignore=shutil.ignore_patterns("__pycache__"))
    (package / "market_day" / "strategy.md").write_text("# Strategy\n\nBid low.\n\n```python\nassert 1\n```\n")
    with installed(package):
        page = client.get(f"/play/{GAME}/", headers={"Accept-Language": "de"}).content.decode()
        assert '<h2 id="strategy">Strategie</h2><div lang="en"><p>Bid low.</p>' in page
