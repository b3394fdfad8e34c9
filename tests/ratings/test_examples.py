"""The examples in the docstrings run, and none of the pure modules needs Django."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import arena.ratings

PURE = (
    "batch", "blas", "choices", "columns", "connection", "covariance", "errors", "fold", "games", "likelihood", "live",
    "newton", "points", "rank_range", "scale", "seats", "series", "solve", "sprt", "stages",
)  # fmt: skip
WITH_EXAMPLES = ("batch", "fold", "games", "live", "points", "rank_range", "scale", "seats", "series", "sprt", "stages")


@pytest.mark.parametrize("name", PURE)
def test_examples_run(name: str) -> None:
    module = importlib.import_module(f"arena.ratings.{name}")
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0
    assert (result.attempted > 0) == (name in WITH_EXAMPLES)


def test_the_pure_modules_load_without_django() -> None:
    known = {module.name for module in pkgutil.iter_modules(arena.ratings.__path__)}
    assert set(PURE) <= known
    code = f"import sys, importlib\nfor name in {PURE!r}: importlib.import_module('arena.ratings.' + name)\n"
    code += "assert not any(name.partition('.')[0] in ('django', 'celery') for name in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_the_example_of_the_developers_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "developers" / "ratings.md").read_text()
    code = page.partition("```python\n")[2].partition("```")[0]
    exec(code, {})  # noqa: S102 - our own page
    assert capsys.readouterr().out.startswith("ann ")
