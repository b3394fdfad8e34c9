"""A worker behind a cable that can be cut: a network namespace of its own, and forwarders to the servers' sockets."""

import itertools
import os
import socket
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

_COUNT = itertools.count()
SHORT = "connect_timeout=2&tcp_user_timeout=1500&keepalives_idle=1&keepalives_interval=1&keepalives_count=2"
"""What is a quarter of a minute in production (see ``arena.settings.database``)."""


def _ip(*words: str) -> None:
    try:
        done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise OSError("there is no program ip") from None
    if done.returncode != 0:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")


class NoCableError(Exception):
    """A sentence that says why, and what to do."""


class Cable:
    """``cut`` drops every packet without a word, as a broken cable does; nobody gets an error for it."""

    def __init__(self) -> None:
        number = next(_COUNT)
        self.name = f"arena{os.getpid()}n{number}"
        self._near, self._far = f"kn{os.getpid()}-{number}"[:15], f"kf{os.getpid()}-{number}"[:15]
        net = f"10.{200 + number % 50}.{os.getpid() % 250}"
        self.address, self._other = f"{net}.1", f"{net}.2"
        self._forwarders: list[Forwarder] = []
        self.delay_s = 0.0
        """How much later everything arrives, in each direction: a slow link."""

    def __enter__(self) -> Self:
        try:
            _ip("netns", "add", self.name)
            _ip("link", "add", self._near, "type", "veth", "peer", "name", self._far)
            _ip("link", "set", self._far, "netns", self.name)
            _ip("addr", "add", f"{self.address}/24", "dev", self._near)
            _ip("link", "set", self._near, "up")
            _ip("-n", self.name, "addr", "add", f"{self._other}/24", "dev", self._far)
            _ip("-n", self.name, "link", "set", self._far, "up")
        except OSError as reason:
            self._remove()
            raise NoCableError(
                f"No network namespace can be made here ({reason}). Run as root: apt-get install -y iproute2"
            ) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for forwarder in self._forwarders:
            forwarder.close()
        self._remove()

    def _remove(self) -> None:
        for words in (("link", "del", self._near), ("netns", "del", self.name)):
            with suppress(OSError, FileNotFoundError):
                _ip(*words)

    def forward(self, path: str | Path) -> int:
        """The port by which the far end reaches a unix socket of this one."""
        forwarder = Forwarder(self, str(path))
        self._forwarders.append(forwarder)
        return forwarder.port

    def cut(self) -> None:
        # At the far end: the near one would answer that the network is down.
        _ip("-n", self.name, "route", "flush", "table", "main")
        _ip("-n", self.name, "route", "add", "blackhole", f"{self.address}/32")
        _ip("neigh", "replace", self._other, "lladdr", "02:00:00:00:00:01", "dev", self._near, "nud", "permanent")

    def mend(self) -> None:
        _ip("neigh", "del", self._other, "dev", self._near)
        _ip("-n", self.name, "route", "del", "blackhole", f"{self.address}/32")
        _ip("-n", self.name, "route", "add", f"{self.address}/32", "dev", self._far)

    def inside(self, command: list[str], **env: str) -> list[str]:
        return ["ip", "netns", "exec", self.name, "env", *(f"{name}={value}" for name, value in env.items()), *command]


class Forwarder:
    """From a port to a unix socket, byte by byte."""

    def __init__(self, cable: Cable, path: str) -> None:
        self._cable = cable
        self._path = path
        self._ends: list[socket.socket] = []
        self._is_closed = False
        self._one_at_a_time = threading.Lock()
        self._server = socket.create_server((cable.address, 0))
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """For good: a worker that still lives must not get another connection, which nobody would ever hang up."""
        with self._one_at_a_time:
            self._is_closed = True
            _hang_up(self._server)  # wakes whoever waits for a connection; closing alone would not
            self._server.close()
            for end in self._ends:
                _hang_up(end)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.socket(socket.AF_UNIX)
                try:
                    far.connect(self._path)
                except OSError:
                    near.close()
                    continue
                with self._one_at_a_time:
                    if self._is_closed:
                        near.close()
                        far.close()
                        return
                    self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                time.sleep(self._cable.delay_s)
                other.sendall(data)
        for end in (one, other):
            _hang_up(end)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
