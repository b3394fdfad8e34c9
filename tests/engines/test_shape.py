"""The same file name means the same thing in every game, as ``docs/developers/engines.md`` says."""

import re
from pathlib import Path

import pytest

from engines.compiled import HERE

PAGE = HERE.parent / "docs/developers/engines.md"
FOLDERS = sorted(path.parent for path in HERE.glob("*/engine.py"))


def files_of_the_page() -> set[str]:
    section = PAGE.read_text(encoding="utf-8").split("\n## The files of a game\n")[1].split("\n## ")[0]
    first_cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for cell in first_cells for name in re.findall(r"`([\w.]+)/?`", cell)}


def test_there_are_games_to_look_at() -> None:
    assert len(FOLDERS) >= 3
    assert len(files_of_the_page()) >= 18


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_a_game_has_every_file_of_the_common_shape(folder: Path) -> None:
    assert sorted(name for name in files_of_the_page() if not (folder / name).exists()) == []
