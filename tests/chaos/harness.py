"""A small arena of real processes that tests may hurt: Celery workers and a beat on a real PostgreSQL and Valkey.

The database is the one of the running test, so that the test sees what the workers write. The Valkey is the test's own:
it is stopped and emptied on purpose, and messages of other tests must not get into it.
"""

import os
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import redis
from celery import current_app
from django.conf import settings
from django.db import connection

from arena.embedded import processes, valkey
from arena.embedded.supervisor import Supervisor
from arena.embedded.unprivileged import make_folder
from arena.lib.redis_client import client
from arena.settings import parsers
from arena.settings.environment import ROOT
from tests.patience import PATIENCE_S

LEASE_S = 3.0


class Arena:
    """``with Arena() as arena:`` and everything it started is gone afterwards, whatever the test did to it."""

    def __init__(self, app: str = "arena", lease_s: float = LEASE_S, data: Path | None = None) -> None:
        """``app`` is the Celery application of its processes, for tests that need a stranger one; ``data`` where they
        keep files, if not where the tests do."""
        self._app = app
        self._lease_s = lease_s
        self._data = data or Path(settings.DATA_DIR)
        self._folder = tempfile.TemporaryDirectory(prefix="karma-chaos-", ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)
        self.folder.chmod(0o711)
        self._sockets = make_folder(self.folder / "run")
        self._inner = make_folder(self.folder / "servers")
        self._broker = parsers.redis(valkey.url(self._sockets))
        self._supervisor = Supervisor(self._environment(), ROOT, print)
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
        for log in sorted(self.folder.glob("*.log")):
            print(f"--- {log.name}\n{log.read_text()[-4000:]}")  # shown if the test failed
        for child in self._supervisor.children:
            assert child.process is not None
            _kill_group(child.process.pid)
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

    def restart_broker(self) -> None:
        self.stop_broker()
        time.sleep(0.5)
        self.start_broker()

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
        **environment: str,
    ) -> int:
        """A worker with one process that plays; its pid is also that of its process group. ``wrap`` makes another
        command line of its own, to run it elsewhere."""
        apart = ["env", *(f"{key}={value}" for key, value in environment.items())] if environment else []
        command = wrap([*apart, *self._with_app(processes.worker(queues, name))])
        self._supervisor.add(name, command, self.folder / f"{name}.log")
        process = self._supervisor.children[-1].process
        assert process is not None
        return process.pid

    def start_beat(self) -> None:
        command = self._with_app(processes.beat(self.folder / "schedule"))
        self._supervisor.add("beat", command, self.folder / "beat.log")

    def _with_app(self, command: list[str]) -> list[str]:
        return [self._app if before == "-A" else word for before, word in zip(["", *command], command, strict=False)]

    def logs(self) -> str:
        """What all its processes have said so far."""
        return "".join(log.read_text() for log in sorted(self.folder.glob("*.log")))

    def kill(self, pid: int) -> None:
        """SIGKILL to the worker and all its processes, as a power cut would."""
        _kill_group(pid)

    def quiet(self) -> bool:
        """No message waits, and none is being worked on."""
        return not any((self.redis.llen("play"), self.redis.llen("control"), self.redis.hlen("unacked")))

    def wait(self, is_so: Callable[[], Any], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if is_so():
                return
            time.sleep(0.05)
        raise AssertionError(f"Waited {PATIENCE_S:.0f} s, but not: {what}.")

    def _environment(self) -> dict[str, str]:
        given = connection.settings_dict
        database = f"postgres://{given['USER']}@{quote(str(given['HOST']), safe='')}/{given['NAME']}"
        own = {"DATABASE_URL": database, "REDIS_URL": self._broker.client_url, "ARENA_TEST_LEASE_S": str(self._lease_s)}
        # Django's checks load every page for each of dozens of processes, a third of their start; others run them.
        return {**os.environ, **own, "ARENA_DATA_DIR": str(self._data), "CELERY_SKIP_CHECKS": "1"}


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def _ask(client_url: str) -> None:
    """Whose queues this process counts before it sends: elsewhere lie messages of other tests, which nobody answers."""
    settings.REDIS_URL = client_url
    client.cache_clear()


def _send_to(broker_url: str) -> str:
    """Where the messages of this process go; returns where they went before."""
    app: Any = current_app  # Celery means such things to be fixed when a process starts
    old = str(app.conf.broker_url)
    app.conf.broker_url = app.conf.broker_read_url = app.conf.broker_write_url = broker_url
    app._pool = app.amqp._producer_pool = None
    return old
