"""``arena new`` and the doctor: what an author starts from is fit to be uploaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from referee.cli.new import languages
from referee.doctor import Status, examine
from tests.bots.cast import needs_sandbox
from tests.referee.cli.arena import Arena
from tests.starters.kits import KITS, PATIENT, ROOT, STARTERS, built, skip_without_tools

GAMES = {
    "c": "karmaka",
    "cpp": "karma",
    "go": "karmaka",
    "java": "diamoniak",
    "javascript": "diamoniak",
    "ocaml": "karmaka",
    "python": "diamoniak",
    "rust": "diamoniak",
    "wasm": "karma",
}
"""An examination in one game each; whole games of all are played elsewhere."""


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    return Arena(monkeypatch, capsys)


def test_there_is_a_kit_for_every_language_of_the_sandbox() -> None:
    assert languages() == sorted(KITS)


@pytest.mark.parametrize("kit", KITS)
def test_a_new_bot_has_all_files_of_its_kit(kit: str, arena: Arena, tmp_path: Path) -> None:
    ran = arena("new", kit, tmp_path / "mine")
    assert ran.status == 0
    assert {"README.md"} < {path.name for path in (tmp_path / "mine").iterdir()}
    made = {path.relative_to(tmp_path / "mine") for path in (tmp_path / "mine").rglob("*.*") if path.is_file()}
    workflow = Path(".github/workflows/bot.yml")
    assert workflow in made
    assert yaml.safe_load((tmp_path / "mine" / workflow).read_text())["jobs"]["bot"]["steps"]
    for path in made - {workflow}:
        assert (tmp_path / "mine" / path).read_bytes() == (STARTERS / kit / path).read_bytes()


def test_the_python_kit_has_tests_that_pass_and_types_that_hold(arena: Arena, tmp_path: Path) -> None:
    arena("new", "python", tmp_path / "mine")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    for command in (("unittest", "--quiet"), ("mypy", "--cache-dir", str(tmp_path / "cache"))):
        words = [sys.executable, "-m", *command]
        done = subprocess.run(
            words, cwd=tmp_path / "mine", env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


@needs_sandbox
@pytest.mark.parametrize("kit", KITS)
def test_a_new_bot_passes_the_examination(kit: str) -> None:
    skip_without_tools(kit)
    report = examine(built(kit), [GAMES[kit]], PATIENT)
    assert report.passed, report.failures()
    assert [check.id for check in report.checks if check.status is not Status.PASS] == []
