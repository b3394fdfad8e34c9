"""The looks of games: their own, or made up, and readable in any case."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django.fixtures import Settings

from arena.web.games import PLAIN_TABLE, contrast, derived, stylesheet, web_table
from arena.web.scripts import SCRIPTS, TABLE, script, table_address
from arena.web.stylesheet import FOLDER, PARTS, placed, site_key, site_stylesheet
from engines.games import Colours, Game
from engines.registry import games
from tests.fourth_game.installed import forget

NAMES = [f"game-{number}" for number in range(200)]


def least_contrast(colours: Colours) -> float:
    on_a_card = contrast(colours.suit, "#fffefa")
    return min(contrast(colours.ink, colours.ground), contrast(colours.dark_ink, colours.dark_ground), on_a_card)


def test_contrast_is_that_of_the_web_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_colours_made_up_from_any_name_can_be_read() -> None:
    unreadable = {
        name: round(least_contrast(derived(name)), 1) for name in NAMES if least_contrast(derived(name)) < 4.5
    }
    assert unreadable == {}
    assert len({derived(name) for name in NAMES}) > 100


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_colours_of_every_game_can_be_read(game: Game) -> None:
    assert least_contrast(game.colours or derived(game.name)) >= 4.5


def test_the_style_sheet_has_a_class_for_every_game_and_can_be_kept(client: Client) -> None:
    answer = client.get(f"/style/site-{site_key()}.css")
    assert answer.headers["Content-Type"].startswith("text/css")
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.content.decode().endswith(stylesheet())
    assert re.findall(r"\.of-([a-z0-9-]+)", stylesheet()) == [game.name for game in games()]


def test_every_page_has_one_style_sheet_of_all_components(client: Client) -> None:
    page = client.get("/account/login/").content.decode()
    assert re.findall(r'rel="stylesheet" href="([^"]+)"', page) == [f"/style/site-{site_key()}.css"]
    assert {sheet.name for sheet in FOLDER.glob("*.css")} == {f"{name}.css" for name in PARTS if "/" not in name}
    assert all(f".table-{game.name} " in site_stylesheet() for game in games() if game.file("web/table.css"))
    assert "../" not in site_stylesheet()
    assert "/vendor/fonts/figtree-latin-wght-normal" in site_stylesheet()


@pytest.mark.parametrize(
    ("told", "full"),
    [
        ('url("back.svg")', 'url("/static/games/market-day/back.svg")'),
        ("url(art/back.svg)", 'url("/static/games/market-day/art/back.svg")'),
        ("url('../../img/back.svg')", 'url("/static/img/back.svg")'),
        ('url("data:image/svg+xml,back")', 'url("data:image/svg+xml,back")'),
        ("url(/static/back.svg)", "url(/static/back.svg)"),
        ("url(#shade)", "url(#shade)"),
    ],
)
def test_a_picture_of_a_game_is_found_from_the_sheet_of_all_pages(told: str, full: str) -> None:
    assert placed(f".table-market-day {{ background: {told} }}", "games/market-day") == (
        f".table-market-day {{ background: {full} }}"
    )


def test_an_address_of_another_release_is_answered_and_soon_forgotten(client: Client) -> None:
    answer = client.get("/style/site-0123.css")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "public, max-age=60")


def test_a_game_has_its_own_table_or_the_plain_one(market_day: str) -> None:
    assert web_table(market_day) == PLAIN_TABLE
    assert {web_table(game.name) for game in games() if game.name != market_day} == {
        f"games/{game.name}/table.js" for game in games() if game.name != market_day
    }


@pytest.mark.parametrize("name", [*SCRIPTS, *(f"{TABLE}{game.name}" for game in games())])
def test_every_script_is_one_file_that_can_be_kept(client: Client, name: str) -> None:
    answer = client.get(f"/script/{name}.{script(name).key}.js", headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "immutable" in answer.headers["Cache-Control"]
    assert "Accept-Encoding" in answer.headers["Vary"]
    packed = answer.headers.get("Content-Encoding") == "gzip"
    text = gzip.decompress(answer.content) if packed else answer.content
    assert text.decode() == client.get(f"/script/{name}.{script(name).key}.js").content.decode()
    assert not re.search(r"^import ", text.decode(), re.MULTILINE)
    assert client.get(f"/script/{name}.0123.js").headers["Cache-Control"] == "public, max-age=60"


@pytest.mark.parametrize("name", ["other", "table-other", "table-", "replay-main"])
def test_there_is_no_script_of_another_name(client: Client, name: str) -> None:
    assert client.get(f"/script/{name}.0123.js").status_code == 404


def test_a_table_that_cannot_be_joined_is_served_as_it_is(tmp_path: Path, settings: Settings) -> None:
    """A game of another package may import in ways that are not known here."""
    odd = next(game for game in games() if game.file("web/table.js"))
    (tmp_path / "table.js").write_text('import * as words from "../../js/words.js";\nexport const table = { words };')
    settings.STATICFILES_DIRS = [(f"games/{odd.name}", tmp_path)]
    forget_finders()
    try:
        assert table_address(odd.name) == f"/static/games/{odd.name}/table.js"
    finally:
        forget_finders()


def forget_finders() -> None:
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]  # the stubs do not know that it remembers
    forget()
