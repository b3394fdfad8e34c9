"""Backups of every PostgreSQL that is older than that of the wheel: with tools of either, into either."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from arena.embedded import postgres
from arena.embedded.unprivileged import make_folder
from arena.settings.environment import ROOT
from tests.patience import PATIENCE_S
from tools.postgres_servers import programs

HIDE_DEBIAN = "from pathlib import Path; from arena.backups import programs; programs._INSTALLED = Path('/nowhere');"


class Machine:
    """A server and as many empty databases and folders as are asked for."""

    def __init__(self, folder: Path, programs: Path | None = None) -> None:
        self._folder = folder
        self._sockets = make_folder(folder / "run")
        servers = make_folder(folder / "servers")
        self.server = postgres.start(servers / "postgres", self._sockets, throw_away=True, programs=programs)

    def env(self, name: str) -> dict[str, str]:
        with psycopg.connect(host=str(self._sockets), user="arena", dbname="postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        url = postgres.url(self._sockets).removesuffix("/arena") + f"/{name}"
        return {**os.environ, "DATABASE_URL": url, "ARENA_DATA_DIR": str(self._folder / name)}

    def users(self, name: str) -> list[str]:
        with psycopg.connect(host=str(self._sockets), user="arena", dbname=name) as connection:
            return [row[0] for row in connection.execute("SELECT name FROM accounts_user ORDER BY id")]


def machine(programs: Path | None = None) -> Iterator[Machine]:
    with tempfile.TemporaryDirectory(prefix="karma-server-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o711)
        found = Machine(Path(name), programs)
        try:
            yield found
        finally:
            found.server.stop()


@pytest.fixture(params=[15, 16, 17])
def older(request: pytest.FixtureRequest) -> Iterator[Machine]:
    folder = programs(request.param)
    if folder is None:
        debian = request.param == 15
        way = "Run as root: apt-get install -y postgresql" if debian else "Fix: python3 tools/postgres_servers.py"
        pytest.skip(f"There is no server of PostgreSQL {request.param}. {way}")
    yield from machine(folder)


@pytest.fixture
def newest() -> Iterator[Machine]:
    yield from machine()


def manage(env: dict[str, str], *arguments: str, before: str = "", expected: int = 0) -> str:
    code = f"import sys; {before} from django.core.management import execute_from_command_line as run; run(sys.argv)"
    command = [sys.executable, "-c", code, *arguments]
    env = {**env, "DJANGO_SETTINGS_MODULE": "arena.settings"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_backup_of_an_older_server_comes_back_on_it_and_on_the_newest(
    older: Machine, newest: Machine, tmp_path: Path
) -> None:
    here = older.env("first")
    manage(here, "migrate", "--verbosity", "0")
    manage(
        {**here, "DJANGO_SUPERUSER_PASSWORD": "x", "DJANGO_SUPERUSER_NAME": "ada"},
        "createsuperuser", "--noinput", "--email", "ada@example.org",
    )  # fmt: skip
    own, others = tmp_path / "own.tar", tmp_path / "others.tar"
    manage(here, "backup", str(own))
    manage(here, "backup", str(others), before=HIDE_DEBIAN)

    assert "Restored" in manage(older.env("second"), "restore", str(own))
    assert "Restored" in manage(older.env("third"), "restore", str(others)), "written by a newer pg_dump"
    assert "Restored" in manage(newest.env("fourth"), "restore", str(own))
    assert older.users("first") == older.users("second") == older.users("third") == newest.users("fourth") == ["ada"]

    told = manage(here, "restore", "--check", str(own))
    assert "Whole: 0 files" in told
    assert "Restored: 0 files" in told
    assert older.users("first") == ["ada"], "the arena itself was not touched"


def test_a_backup_of_a_newer_server_is_refused_by_an_older_one_before_it_begins(
    older: Machine, newest: Machine, tmp_path: Path
) -> None:
    there = newest.env("first")
    manage(there, "migrate", "--verbosity", "0")
    manage(there, "backup", str(tmp_path / "arena.tar"))
    assert "Nothing was changed" in manage(older.env("second"), "restore", str(tmp_path / "arena.tar"), expected=1)
