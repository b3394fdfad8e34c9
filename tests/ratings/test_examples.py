"""The examples in the docstrings run, and none of the pure modules needs Django."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import arena.ratings
from tests.patience import PATIENCE_S

PURE = ("elo", "fit")
"""Packages of ``arena.ratings`` that need no Django, all their modules,"""
PURE_MODULES = (
    "errors", "games", "leaderboard.seat_facts", "leaderboard.seats", "leaderboard.tally", "ladder.matchmaking",
    "ladder.rules", "points", "scale", "sprt", "table",
)  # fmt: skip
"""and single modules; ``pyproject.toml`` forbids all of them to import it."""


def _pure() -> list[str]:
    folders = [(name, Path(arena.ratings.__path__[0], name)) for name in PURE]
    inside = [f"{name}.{module.name}" for name, at in folders for module in pkgutil.iter_modules([str(at)])]
    return [f"arena.ratings.{name}" for name in (*PURE_MODULES, *inside)]


WITHOUT_EXAMPLES = {
    "arena.ratings.errors", "arena.ratings.leaderboard.seat_facts", "arena.ratings.leaderboard.tally",
    "arena.ratings.table",
    "arena.ratings.ladder.matchmaking", "arena.ratings.fit.blas", "arena.ratings.fit.blocks",
    "arena.ratings.fit.choices",
    "arena.ratings.fit.columns", "arena.ratings.fit.connection", "arena.ratings.fit.covariance",
    "arena.ratings.fit.likelihood", "arena.ratings.fit.newton", "arena.ratings.fit.places", "arena.ratings.fit.solve",
}  # fmt: skip


@pytest.mark.parametrize("name", _pure())
def test_examples_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
    assert (result.attempted == 0) == (name in WITHOUT_EXAMPLES)


def test_the_pure_modules_load_without_django() -> None:
    code = f"import sys, importlib\nfor name in {_pure()!r}: importlib.import_module(name)\n"
    code += "assert not any(name.partition('.')[0] in ('django', 'celery') for name in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE_S)


def test_the_example_of_the_developers_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "developers" / "ratings.md").read_text()
    code = page.partition("```python\n")[2].partition("```")[0]
    exec(code, {})  # noqa: S102 - our own page
    assert capsys.readouterr().out.startswith("ann ")
