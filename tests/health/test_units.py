"""Units of systemd: what systemd itself says about them, and that no process of the arena is forgotten."""

import shutil
import subprocess
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arena.celery import QUEUES


def written(folder: Path, *more: str) -> str:
    out = StringIO()
    call_command("systemd", str(folder), *more, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_every_queue_is_served_and_the_steps_name_user_role_and_folders(tmp_path: Path) -> None:
    said = written(tmp_path, "--user", "cards", "--data", "/srv/cards", "--backups", "/srv/backups")
    text = "".join(file.read_text() for file in tmp_path.iterdir())
    served = {
        queue
        for line in text.splitlines()
        if "--queues" in line
        for queue in line.split("--queues ")[1].split()[0].split(",")
    }
    assert served == set(QUEUES)
    assert "install -d -o cards -g cards -m 0750 /srv/cards /srv/backups" in said
    assert "createdb --owner arena arena" in said
    assert "User=cards" in text
    assert "karma-arena-backup.timer" in said
    assert "ReadWritePaths=/srv/cards /srv/backups" in text


def test_without_a_folder_for_backups_there_is_no_timer(tmp_path: Path) -> None:
    assert "backup" not in written(tmp_path)
    with pytest.raises(CommandError, match="There is no folder"):
        written(tmp_path / "no")


def test_systemd_finds_nothing_wrong_with_them(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed. Run as root: apt-get install -y systemd")
    written(tmp_path, "--user", "root", "--data", str(tmp_path), "--backups", str(tmp_path))
    files = sorted(str(file) for file in tmp_path.iterdir())
    done = subprocess.run([program, "verify", "--man=no", *files], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "karma-arena" in line]
    assert not ours, done.stderr
