"""Restore a backup for trial: into a PostgreSQL of its own and an empty folder, both thrown away afterwards."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from arena.backups.programs import BackupError
from arena.backups.taking import beside_the_data
from arena.embedded import postgres
from arena.embedded.unprivileged import CannotStartError, make_folder
from arena.settings.environment import ROOT

_UNSET = dict.fromkeys(("DATABASE_URL_FILE", "ARENA_DATA_DIR_FILE", "ARENA_STORAGE_URL", "ARENA_STORAGE_URL_FILE"), "")
"""An empty value counts as none."""


def try_to_restore(file: Path) -> str:
    """What the restore said. Raises ``BackupError`` if it did not work, or if no server can be started here."""
    with tempfile.TemporaryDirectory(prefix="trial-", dir=beside_the_data(), ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        with tempfile.TemporaryDirectory(prefix="karma-trial-") as short:  # a socket's path must be short
            Path(short).chmod(0o711)
            sockets = make_folder(Path(short) / "run")
            try:
                server = postgres.start(make_folder(folder / "servers") / "postgres", sockets, throw_away=True)
            except CannotStartError as reason:
                raise BackupError(f"The backup is whole, but it cannot be tried here. {reason}") from None
            try:
                return _restore(file, {"DATABASE_URL": postgres.url(sockets), "ARENA_DATA_DIR": str(folder / "data")})
            finally:
                server.stop()


def _restore(file: Path, own: dict[str, str]) -> str:
    command = [sys.executable, str(ROOT / "manage.py"), "restore", str(file.resolve())]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **_UNSET, **own}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BackupError(f"The trial failed:\n{done.stderr.strip()}")
    return done.stdout.strip()
