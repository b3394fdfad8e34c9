"""Every rule of the leaflets has a test: the tables in ``engines/<game>/leaflet.md`` are complete and true."""

import re
from pathlib import Path

import pytest

from engines.compiled import HERE

PAGES = sorted(HERE.glob("*/leaflet.md"))
TESTS = Path(__file__).parent


def rows(page: Path) -> list[list[str]]:
    """Cells of all rows, without heads and rules."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [each for each in cells if each[0] != "what is said" and not set(each[0]) <= {"-"}]


def rulings_of(page: Path) -> set[str]:
    rules = (page.parent / "README.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| ([KMD]\d+) \|.*\| \*(?:leaflet|other sheet|house)\* \|$", rules, flags=re.MULTILINE))


def test_there_is_a_table_for_every_game_with_numbered_rulings() -> None:
    numbered = {
        path.parent for path in HERE.glob("*/README.md") if "\n## Rulings\n" in path.read_text(encoding="utf-8")
    }
    assert {page.parent for page in PAGES} == numbered
    assert len(PAGES) >= 3


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.parent.name))
def test_no_row_is_empty_and_every_test_exists(page: Path) -> None:
    found = rows(page)
    assert len(found) > 20
    for row in found:
        assert len(row) == 3, row
        assert all(row), f"an empty cell: {row}"
        named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", row[2])
        assert named, f"no test: {row}"
        for file, name in named:
            source = (TESTS / page.parent.name / file).read_text(encoding="utf-8")
            assert f"\ndef {name}(" in source, f"{file}::{name} does not exist"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.parent.name))
def test_every_ruling_stands_on_the_rules_page_with_its_origin_and_has_a_test(page: Path) -> None:
    rulings = rulings_of(page)
    assert len(rulings) > 15
    assert {row[1] for row in rows(page)} - {"plain"} == rulings
