"""A game of another package brings its own words: its folder holds them, and pages and scripts find them there."""

import json
import re
import shutil
from pathlib import Path

from arena.web.script_words import script_words
from engines.registry import game
from tests.fourth_game.installed import GAME, PACKAGE, installed
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
