"""A real Valkey (or Redis) in a folder of the project, reached by a unix socket only."""

import signal
import socket
from pathlib import Path

from arena.embedded import binaries
from arena.embedded.server import Server
from arena.embedded.unprivileged import make_folder, prefix


def url(sockets: Path) -> str:
    return f"unix://{sockets}/valkey.sock"


def start(data: Path, sockets: Path, *, throw_away: bool = False) -> Server:
    make_folder(data)
    path = sockets / "valkey.sock"
    path.unlink(missing_ok=True)
    keep = ["--appendonly", "no", "--save", ""] if throw_away else ["--appendonly", "yes"]
    options = ["--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700", "--dir", str(data), *keep]
    command = [*prefix(), str(binaries.valkey_server()), *options]
    server = Server("Valkey", command, data.parent / "valkey.log", stop_signal=signal.SIGTERM)
    server.wait_until(lambda: _answers(path))
    return server


def _answers(path: Path) -> bool:
    """A raw PING: client libraries retry for seconds while there is no server yet."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
            probe.sendall(b"PING\r\n")
            return probe.recv(16).startswith(b"+PONG")
        except OSError:
            return False
