"""Compiled files are kept where the next process finds them, and never in the tree against somebody's will."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.settings.environment import ROOT

CODE = """
import pathlib, sys
from arena.embedded import bytecode
bytecode.keep(pathlib.Path(sys.argv[1]))
import subprocess
subprocess.run([sys.executable, "-c", "import colorsys"], check=True)
"""


def run(root: Path, **environment: str) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env |= {"PYTHONPATH": str(ROOT / "platform"), **environment}
    subprocess.run([sys.executable, "-c", CODE, str(root)], env=env, check=True)


def test_where_folders_of_compiled_files_are_not_wanted_they_go_into_one_of_ours(tmp_path: Path) -> None:
    run(tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert list((tmp_path / "var" / "pycache").rglob("colorsys.*.pyc"))


def test_a_folder_that_somebody_chose_is_used(tmp_path: Path) -> None:
    run(tmp_path, PYTHONDONTWRITEBYTECODE="1", PYTHONPYCACHEPREFIX=str(tmp_path / "chosen"))
    assert list((tmp_path / "chosen").rglob("colorsys.*.pyc"))
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("environment", [{}, {"PYTHONDONTWRITEBYTECODE": ""}])
def test_where_python_keeps_them_itself_nothing_changes(tmp_path: Path, environment: dict[str, str]) -> None:
    run(tmp_path, **environment)
    assert not (tmp_path / "var").exists()
