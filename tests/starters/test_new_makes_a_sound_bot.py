"""``arena new`` and the doctor: what an author starts from is fit to be uploaded."""

from pathlib import Path

import pytest

from referee.cli.new import languages
from referee.doctor import Status, examine
from tests.bots.cast import needs_sandbox
from tests.referee.cli.arena import Arena
from tests.starters.kits import KITS, PATIENT, STARTERS, built, skip_without_tools

GAMES = {
    "c": "karmaka",
    "cpp": "karma",
    "go": "karmaka",
    "java": "diamoniak",
    "javascript": "diamoniak",
    "python": "diamoniak",
    "rust": "diamoniak",
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
    for path in (tmp_path / "mine").rglob("*.*"):
        assert path.read_bytes() == (STARTERS / kit / path.relative_to(tmp_path / "mine")).read_bytes()


@needs_sandbox
@pytest.mark.parametrize("kit", KITS)
def test_a_new_bot_passes_the_examination(kit: str) -> None:
    skip_without_tools(kit)
    report = examine(built(kit), [GAMES[kit]], PATIENT)
    assert report.passed, report.failures()
    assert [check.id for check in report.checks if check.status is not Status.PASS] == []
