"""Backups of every PostgreSQL that is older than that of the wheel: with tools of either, into either."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psycopg
import pytest

from arena.embedded import postgres
from arena.embedded.unprivileged import make_folder
from arena.settings.environment import ROOT
from tests.patience import PATIENCE_S
from tools.postgres_servers import programs

HIDE_DEBIAN = "from pathlib import Path; from arena.backups import programs; programs._INSTALLED = Path('/nowhere')"
OLDER = [15, 16, 17]


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


@contextmanager
def machine(programs: Path | None = None) -> Iterator[Machine]:
    with tempfile.TemporaryDirectory(prefix="karma-server-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o711)
        found = Machine(Path(name), programs)
        try:
            yield found
        finally:
            found.server.stop()


def older(version: int) -> AbstractContextManager[Machine]:
    folder = programs(version)
    if folder is None:
        debian = version == 15
        way = "Run as root: apt-get install -y postgresql" if debian else "Fix: python3 tools/postgres_servers.py"
        pytest.skip(f"There is no server of PostgreSQL {version}. {way}")
    return machine(folder)


@pytest.fixture(scope="module")
def newest() -> Iterator[Machine]:
    """One for all: each test has databases of its own on it."""
    with machine() as server:
        yield server


def manage(env: dict[str, str], *commands: Sequence[str], expected: int = 0) -> str:
    """Commands one after the other in one process: most of the time of each would go into its start."""
    lines = ["from django.core.management import execute_from_command_line as run"]
    lines += [words[0] if len(words) == 1 else f"run(['manage.py', *{list(words)!r}])" for words in commands]
    command = [sys.executable, "-c", "\n".join(lines)]
    env = {**env, "DJANGO_SETTINGS_MODULE": "arena.settings"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout + done.stderr


MIGRATE = ("migrate", "--verbosity", "0")


@pytest.mark.parametrize("version", OLDER)
def test_a_backup_of_an_older_server_comes_back_on_it_and_on_the_newest_and_none_of_the_newest_on_it(
    version: int, newest: Machine, tmp_path: Path
) -> None:
    own, others, newer = tmp_path / "own.tar", tmp_path / "others.tar", tmp_path / "newer.tar"
    with older(version) as server:
        here = server.env("first")
        manage(
            {**here, "DJANGO_SUPERUSER_PASSWORD": "x", "DJANGO_SUPERUSER_NAME": "ada"},
            MIGRATE,
            ("createsuperuser", "--noinput", "--email", "ada@example.org"),
            ("backup", str(own)),
            (HIDE_DEBIAN,),
            ("backup", str(others)),
        )
        assert "Restored" in manage(server.env("second"), ("restore", str(own)))
        assert "Restored" in manage(server.env("third"), ("restore", str(others))), "written by a newer pg_dump"
        fourth = f"fourth_{version}"
        there = newest.env(fourth)
        assert "Restored" in manage(there, ("restore", str(own)), ("backup", str(newer)))
        everywhere = [
            server.users("first"),
            server.users("second"),
            server.users("third"),
            newest.users(f"fourth_{version}"),
        ]
        assert everywhere == [["ada"]] * 4

        told = manage(here, ("restore", "--check", str(own)))
        assert "Whole: 0 files" in told
        assert "Restored: 0 files" in told
        assert server.users("first") == ["ada"], "the arena itself was not touched"

        told = manage(server.env("fifth"), ("restore", str(newer)), expected=1)
        assert "Nothing was changed" in told, "what a newer server wrote is refused before it begins"
