"""`manage.py doctor` and the page it stands for."""

import os
import re
import time
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from arena.backups.noted import note_backup
from arena.health import hardening
from arena.health.hardening import LINES
from arena.settings.environment import ROOT

pytestmark = pytest.mark.django_db


def look(title: str) -> hardening.Answer:
    (line,) = [line for line in LINES if line.title == title]
    return line.look()


def run() -> str:
    out = StringIO()
    try:
        call_command("doctor", stdout=out)
    except CommandError as error:
        out.write(str(error))
    return out.getvalue()


def test_page_and_command_have_the_same_lines() -> None:
    page = (ROOT / "docs" / "operators" / "hardening.md").read_text()
    rows = re.findall(r"^\| ([^|]+?) \| [^|]+ \| [^|]+ \|$", page, flags=re.MULTILINE)
    assert rows[1:] == [line.title for line in LINES]


def test_every_line_is_answered_and_what_is_bad_gets_advice() -> None:
    said = run()
    for line in LINES:
        assert re.search(f"^[✓✗] {line.title}: .+", said, flags=re.MULTILINE)
        assert (f"✗ {line.title}" in said) == (f"    {line.what_to_do}" in said)
    assert "could not be looked at" not in said


def test_a_line_that_breaks_is_bad_and_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> hardening.Answer:
        raise OSError("no disk")

    lines = (hardening.Line("First", broken, "Mend it."), hardening.Line("Second", lambda: GOOD, ""))
    monkeypatch.setattr("arena.health.management.commands.doctor.LINES", lines)
    said = run()
    assert "✗ First: It could not be looked at: no disk" in said
    assert "✓ Second" in said
    assert "1 of 2 lines" in said


GOOD = hardening.Answer(True, "fine")


def test_when_all_is_well_it_ends_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "arena.health.management.commands.doctor.LINES", (hardening.Line("Only", lambda: GOOD, "Nothing."),)
    )
    assert "All 1 lines are in order." in run()


def test_the_age_of_the_backup_is_told(tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path
    assert not look("Backup").is_good
    note_backup()
    assert look("Backup").is_good
    old = time.time() - 3 * hardening.DAY_S
    os.utime(tmp_path / "last-backup", (old, old))
    assert "3.0 days old" in look("Backup").seen


def test_settings_are_looked_at(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.TWO_FACTOR = "optional"
    assert not look("Second factor").is_good
    settings.TWO_FACTOR = "staff"
    assert look("Second factor").is_good
    settings.SECURE_HSTS_SECONDS = 0
    assert "SECURE_HSTS_SECONDS" in look("TLS headers").seen
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    assert "SECRET_KEY" in look("Secrets").seen
    assert "x" * 50 not in look("Secrets").seen
    settings.MEDIA_ROOT = tmp_path
    tmp_path.chmod(0o755)
    assert not look("Stored files").is_good
    tmp_path.chmod(0o750)
    assert look("Stored files").is_good
