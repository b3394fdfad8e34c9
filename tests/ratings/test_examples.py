"""The examples in the docstrings run, and none of the pure modules needs Django."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import referee.ratings
from tests.patience import PATIENCE_S

ON_THE_BOARD = (
    "leaderboard.seat_facts", "leaderboard.seats", "leaderboard.tally", "ladder.matchmaking", "ladder.outlook",
    "ladder.rules",
)  # fmt: skip
"""Modules of ``arena.ratings`` that need no Django; ``pyproject.toml`` forbids them to import it."""


def _pure() -> list[str]:
    below = pkgutil.walk_packages(referee.ratings.__path__, "referee.ratings.")
    return [*(module.name for module in below if not module.ispkg), *(f"arena.ratings.{name}" for name in ON_THE_BOARD)]


WITHOUT_EXAMPLES = {
    "referee.ratings.errors", "arena.ratings.leaderboard.seat_facts", "arena.ratings.leaderboard.tally",
    "referee.ratings.table", "referee.ratings.results", "referee.ratings.parquet",
    "arena.ratings.ladder.matchmaking", "referee.ratings.fit.blas",
    "referee.ratings.fit.blocks", "referee.ratings.fit.choices", "referee.ratings.fit.unbounded",
    "referee.ratings.fit.connection", "referee.ratings.fit.counts", "referee.ratings.fit.covariance",
    "referee.ratings.fit.likelihood", "referee.ratings.fit.newton", "referee.ratings.fit.places",
    "referee.ratings.fit.sides", "referee.ratings.fit.solve",
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
