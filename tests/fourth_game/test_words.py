"""A game of another package brings its own words: its folder holds them, and pages and scripts find them there."""

import json
import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings

from arena.matches import replay_store
from arena.web.script_words import script_words
from engines.registry import game
from tests.fourth_game.installed import GAME, PACKAGE, installed
from tests.referee.cli.arena import Arena
from tests.replays import cast
from tools import catalogues

SLOVAK: dict[str, str | tuple[str, ...]] = {
    "{name} buys the lot.": "{name} kupuje.",
    "{n} coin": ("{n} minca", "{n} mince", "{n} mincí"),
}


def test_a_game_brings_its_own_words_and_the_tool_keeps_them(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path, dirs_exist_ok=True)
    web = tmp_path / "market_day" / "web"
    web.mkdir()
    (web / "table.js").write_text('say(t("{name} buys the lot."), plural("{n} coin", "{n} coins", n));')
    with installed(tmp_path):
        lines: list[str] = []
        assert catalogues.main(["--game", GAME], lines.append) == 0
        assert "market_day/sk: not translated: '{name} buys the lot.'" in lines
        assert catalogues.main(["--game", GAME, "--check"], lines.append) == 1
        book = catalogues.book_of(game(GAME))
        catalogue = book.catalogue("sk")
        for text, said in SLOVAK.items():
            message = catalogue.get(text)
            assert message
            message.string = said
        book.po_file("sk").write_bytes(catalogues.as_po(catalogue))
        catalogues.main(["--game", GAME], lines.append)
        told = re.findall(r'data-vocabulary="([^"]*)">(.*?)</script>', script_words("sk", GAME))
        texts = json.loads(dict(told)[GAME])["texts"]
    assert texts["{name} buys the lot."] == "{name} kupuje."
    assert tuple(texts["{n} coin"]) == SLOVAK["{n} coin"]


def test_its_words_are_complete(market_day: str) -> None:
    lines: list[str] = []
    assert catalogues.main(["--game", market_day, "--check"], lines.append) == 0, lines


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "title", "summary", "lots", "keeper", "action"),
    [
        (
            "sk",
            "Trhový deň, 2 miesta",
            "Mincu po minci ponúkaj",
            "8 zakrytých tovarov",
            "trh vedie miesto",
            "položiť mincu",
        ),
        (
            "cs",
            "Trhový den, 2 místa",
            "Minci po minci nabízej",
            "8 zakrytých kusů zboží",
            "trh vede místo",
            "položit minci",
        ),
        ("de", "Markttag, 2 Plätze", "Biete Münze für Münze", "8 verdeckte Waren", "leitet den Markt", "legen"),
        ("en", "Market Day, 2 seats", "Bid coin by coin", "8 lots face down", "keeps the market", "lay coin"),
    ],
)
def test_pages_tables_and_the_command_line_say_them(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], market_day: str,
    *, language: str, title: str, summary: str, lots: str, keeper: str, action: str, tmp_path: Path,
) -> None:  # fmt: skip
    # As the settings read it where the package is installed.
    with override_settings(LOCALE_PATHS=[*settings.LOCALE_PATHS, game(market_day).folder / "locale"]):
        shown = cast.first_game(cast.played_match("market-day-2", games=1))
        table = client.get(f"/games/{shown.pk}/text/", headers={"Accept-Language": language}).content.decode()
        page = client.get(f"/play/{market_day}/", headers={"Accept-Language": language}).content.decode()
    assert f"{title}, " in table
    assert lots in table
    assert keeper in table
    assert summary in page
    assert title in page
    arena = Arena(monkeypatch, capsys)
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    assert shown.replay is not None
    file = tmp_path / "game.json"
    file.write_bytes(replay_store.load_bytes(shown.replay))
    ran = arena("watch", file, "--all")
    assert keeper in ran.out
    assert action in ran.out
