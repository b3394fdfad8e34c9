"""PgBouncer between the workers and the database, in transaction mode: does everything hold, and what does it cost?"""

import re
import signal
import socket
import subprocess
from pathlib import Path

from arena.embedded.server import Server
from arena.embedded.unprivileged import make_folder, prefix

SESSIONS = 4
"""Of the server, for all workers together: fewer than there are processes with connections."""
PORT = 6432
_KNOWS_PREPARED = (1, 21)


def start(program: str, folder: Path, database_url: str) -> tuple[Server, dict[str, str]]:
    """The server, and what workers need in their environment to go through it."""
    version = tuple(map(int, re.findall(r"\d+", subprocess.check_output([program, "--version"], text=True))[:2]))
    home = make_folder(folder / "bouncer")
    address, _, name = database_url.partition("@")[2].partition("/")
    sockets = address.replace("%2F", "/")
    prepares = version >= _KNOWS_PREPARED
    lines = [  # whoever asks is let in and becomes the user that workers are
        "[databases]", f"{name} = host={sockets} dbname={name} user=arena", "[pgbouncer]", f"unix_socket_dir = {home}",
        f"listen_port = {PORT}", "auth_type = any", "pool_mode = transaction", f"default_pool_size = {SESSIONS}",
        "max_client_conn = 200", *(["max_prepared_statements = 200"] if prepares else []),
    ]  # fmt: skip
    (home / "bouncer.ini").write_text("\n".join(lines) + "\n")
    (home / "bouncer.ini").chmod(0o644)
    server = Server("PgBouncer", [*prefix(), program, str(home / "bouncer.ini")], folder / "bouncer.log",
                    stop_signal=signal.SIGINT)  # fmt: skip
    server.wait_until(lambda: _answers(home))
    host = str(home).replace("/", "%2F")
    environment = {"DATABASE_URL": f"postgres://arena@{host}:{PORT}/{name}"}
    if not prepares:
        environment["ARENA_DB_PREPARE"] = "false"
    print(f"PgBouncer {'.'.join(map(str, version))}, {SESSIONS} sessions, statements prepared: {prepares}")
    return server, environment


def _answers(home: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(home / f".s.PGSQL.{PORT}"))
        except OSError:
            return False
    return True
