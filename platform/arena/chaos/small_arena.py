"""A small arena of real processes that may be hurt: Celery workers and a beat on a real PostgreSQL and Valkey.

The database is the one of this process, so that it sees what the workers write. The Valkey is the small arena's own: it
is stopped and emptied on purpose, and messages of others must not get into it.
"""

import os
import signal
import socket
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote, urlsplit

import redis
from celery import current_app
from django.conf import settings
from django.db import connection

from arena.chaos.cable import SHORT, Cable
from arena.embedded import processes, valkey
from arena.embedded.supervisor import Supervisor
from arena.embedded.unprivileged import make_folder
from arena.lib.redis_client import client
from arena.settings import parsers
from arena.settings.environment import ROOT

ONCE = "arena"
TWICE = "arena.chaos.doubled"
"""Celery applications: the arena's, and the same where every message is delivered twice."""


class SmallArena:
    """``with SmallArena(…) as arena:`` and everything it started is gone afterwards, whatever was done to it."""

    def __init__(
        self, lease_s: float, *, app: str = ONCE, data: Path | None = None, tell: Callable[[str], None] = print
    ) -> None:
        """``data`` is where its processes keep files, if not where this process does."""
        self._app = app
        self._lease_s = lease_s
        self._data = data or Path(settings.DATA_DIR)
        self._folder = tempfile.TemporaryDirectory(prefix="karma-chaos-", ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)
        self.folder.chmod(0o711)
        self._sockets = make_folder(self.folder / "run")
        self._inner = make_folder(self.folder / "servers")
        self._broker = parsers.redis(valkey.url(self._sockets))
        self.supervisor = Supervisor(self._environment(), ROOT, tell)
        self._old_broker = ""
        self._old_client = settings.REDIS_URL

    def __enter__(self) -> Self:
        self.start_broker()
        self._old_broker = _send_to(self._broker.broker_url)
        _ask(self._broker.client_url)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in self.supervisor.children:
            if child.process is not None:
                kill_group(child.process.pid)
                child.process.wait()
        _send_to(self._old_broker)
        _ask(self._old_client)
        self._valkey.stop()
        self._folder.cleanup()

    def start_broker(self) -> None:
        self._valkey = valkey.start(self._inner / "valkey", self._sockets, throw_away=True)

    def stop_broker(self) -> None:
        """It forgets everything: nothing was on disk."""
        self._valkey.stop()

    @property
    def redis(self) -> "redis.Redis":
        return redis.Redis.from_url(self._broker.client_url)

    @property
    def broker_url(self) -> str:
        return self._broker.client_url

    def start_worker(
        self,
        name: str,
        queues: tuple[str, ...] = ("play", "control"),
        wrap: Callable[[list[str]], list[str]] = list,
        app: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> int:
        """A worker with one process that plays; its pid is also that of its process group. ``wrap`` makes another
        command line of its own, to run it elsewhere; ``app`` is another Celery application than the others'."""
        apart = ["env", *(f"{key}={value}" for key, value in environment.items())] if environment else []
        command = wrap([*apart, *self._with_app(processes.worker(queues, name), app)])
        self.supervisor.add(name, command, self.folder / f"{name}.log")
        process = self.supervisor.children[-1].process
        assert process is not None  # noqa: S101 - for the type checker
        return process.pid

    def start_far_worker(self, name: str, cable: Cable, patience: str = SHORT) -> int:
        """One that plays at the other end of a cable, and reaches both servers through it alone. ``patience`` are
        options of its database connection."""
        given = connection.settings_dict
        database = cable.forward(Path(str(given["HOST"])) / ".s.PGSQL.5432")
        broker = cable.forward(urlsplit(self.broker_url).path)
        env = {
            "DATABASE_URL": f"postgres://{given['USER']}@{cable.address}:{database}/{given['NAME']}?{patience}",
            "REDIS_URL": f"redis://{cable.address}:{broker}/0",
        }
        return self.start_worker(name, ("play",), wrap=lambda command: cable.inside(command, **env))

    def start_beat(self) -> None:
        command = self._with_app(processes.beat(self.folder / "schedule"), "")
        self.supervisor.add("beat", command, self.folder / "beat.log")

    def start_web(self) -> int:
        """Returns the port on which it will answer."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        self.supervisor.add("web", processes.web(port), self.folder / "web.log")
        return port

    def _with_app(self, command: list[str], app: str) -> list[str]:
        return [
            (app or self._app) if before == "-A" else word
            for before, word in zip(["", *command], command, strict=False)
        ]

    def _environment(self) -> dict[str, str]:
        given = connection.settings_dict
        database = f"postgres://{given['USER']}@{quote(str(given['HOST']), safe='')}/{given['NAME']}"
        own = {"DATABASE_URL": database, "REDIS_URL": self._broker.client_url, "ARENA_TEST_LEASE_S": str(self._lease_s)}
        return {**os.environ, **own, "ARENA_DATA_DIR": str(self._data)}


def kill_group(pid: int) -> None:
    """SIGKILL to a process and all it started, as a power cut would."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def _ask(client_url: str) -> None:
    """Whose queues this process counts before it sends: elsewhere lie messages of others, which nobody answers."""
    settings.REDIS_URL = client_url
    client.cache_clear()


def _send_to(broker_url: str) -> str:
    """Where the messages of this process go; returns where they went before."""
    app: Any = current_app  # Celery means such things to be fixed when a process starts
    old = str(app.conf.broker_url)
    app.conf.broker_url = app.conf.broker_read_url = app.conf.broker_write_url = broker_url
    app._pool = app.amqp._producer_pool = None
    return old
