import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import arena.tournaments.planning

PLANNING = Path(arena.tournaments.planning.__file__).parent


def modules() -> list[str]:
    """All modules of the pure half, and the points that ratings share with it."""
    return [
        "referee.points",
        *(info.name for info in pkgutil.walk_packages([str(PLANNING)], "arena.tournaments.planning.")),
    ]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_pairing_and_standings_import_neither_django_nor_celery() -> None:
    imports = "; ".join(f"import {name}" for name in modules())
    check = "import sys; bad = {'django', 'celery'} & set(sys.modules); sys.exit(f'imported: {bad}' if bad else 0)"
    done = subprocess.run([sys.executable, "-c", f"{imports}; {check}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_format_has_a_page_of_its_own() -> None:
    folders = [path for path in (PLANNING / "formats").iterdir() if path.is_dir()]
    missing = [path.name for path in folders if path.name != "__pycache__" and not (path / "README.md").is_file()]
    assert missing == []
