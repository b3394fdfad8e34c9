"""The page about adding a game tells of the game that is really there."""

from tests.docs.blocks import ROOT, blocks_of
from tests.fourth_game.installed import PACKAGE

PAGE = ROOT / "docs" / "developers" / "adding-a-game.md"


def test_every_file_on_the_page_is_a_file_of_the_package() -> None:
    shown = [block for block in blocks_of(PAGE) if block.delegate == "tests/fourth_game/test_page.py"]
    assert {block.title for block in shown} == {"market_day/game.py", "pyproject.toml"}
    for block in shown:
        assert block.text in (PACKAGE / block.title).read_text(), block.title


def test_the_table_of_files_names_every_file_of_the_package() -> None:
    table = PAGE.read_text().partition("## What a fourth game touches")[2].partition("\n## ")[0]
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and "dist-info" not in str(path)]
    for path in files:
        if path.name != "__init__.py" and path.suffix != ".pyc":
            assert f"`{path.name}`" in table or f"`{path.relative_to(PACKAGE)}`" in table, path
