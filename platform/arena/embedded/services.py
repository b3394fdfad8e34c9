"""The embedded default: PostgreSQL and Valkey of our own, for as long as somebody needs them.

One process owns the servers of a data folder (it holds the lock); others that come meanwhile use the same ones.
"""

import fcntl
import hashlib
import json
import os
import tempfile
from pathlib import Path
from types import TracebackType

from arena.embedded import postgres, valkey
from arena.embedded.server import Server
from arena.embedded.unprivileged import CannotStartError, is_root, make_folder

_LONGEST_SOCKET_PATH = 90
"""The kernel allows 108 bytes, the file name included."""


def outside_is_configured() -> bool:
    """Both addresses are given, so nothing of our own is started."""
    return bool(os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"))


class Services:
    """``with Services(folder) as environment:`` gives the variables that point at running servers."""

    def __init__(self, folder: Path, *, throw_away: bool = False) -> None:
        self._folder = folder
        self._throw_away = throw_away
        self._servers: list[Server] = []
        self._lock_fd: int | None = None
        self._note = folder / "services.json"

    def __enter__(self) -> dict[str, str]:
        self._folder.mkdir(parents=True, exist_ok=True)
        if not self._take_lock():
            return self._read_note()
        try:
            return self._start()
        except BaseException:
            self.stop()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        for server in reversed(self._servers):
            server.stop()
        self._servers.clear()
        if self._lock_fd is not None:
            self._note.unlink(missing_ok=True)
            os.close(self._lock_fd)
            self._lock_fd = None

    def _take_lock(self) -> bool:
        handle = os.open(self._folder / "services.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return False
        self._lock_fd = handle
        return True

    def _start(self) -> dict[str, str]:
        sockets = make_folder(_socket_folder(self._folder))
        inner = make_folder(self._folder / "servers")
        environment = {}
        if not os.environ.get("DATABASE_URL"):
            self._servers.append(postgres.start(inner / "postgres", sockets, throw_away=self._throw_away))
            environment["DATABASE_URL"] = postgres.url(sockets)
        if not os.environ.get("REDIS_URL"):
            self._servers.append(valkey.start(inner / "valkey", sockets, throw_away=self._throw_away))
            environment["REDIS_URL"] = valkey.url(sockets)
        self._note.write_text(json.dumps(environment))
        return environment

    def _read_note(self) -> dict[str, str]:
        try:
            noted = json.loads(self._note.read_text())
        except (OSError, ValueError):
            raise CannotStartError(
                f"Another command is just starting or stopping the servers in {self._folder}. Try again in a moment."
            ) from None
        return {str(key): str(value) for key, value in noted.items()}


def _socket_folder(folder: Path) -> Path:
    inside = folder / "run"
    if len(str(inside)) <= _LONGEST_SOCKET_PATH:
        return inside
    key = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    short = Path(tempfile.gettempdir()) / f"karma-arena-{key}"
    if short.exists() and short.stat().st_uid not in {os.geteuid(), 65534 if is_root() else os.geteuid()}:
        raise CannotStartError(f"{short} belongs to somebody else. Remove it and try again.")
    return short
