"""``python -m arena.server --port 8000``: the web process, or several of them."""

from __future__ import annotations

import argparse
import os
import resource

# Before anything reads the settings, as limits do when they are imported: a web process that did not say so opened a
# connection to the database for every page instead of taking one from its pool.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
os.environ["ARENA_PROCESS"] = "web"

import uvicorn
from django.conf import settings

from arena.server.limits import KEEP_ALIVE_S


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m arena.server", description="Serve the arena's pages.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=1, help="web processes that share the port")
    parser.add_argument("--stop-within", type=int, default=20, metavar="SECONDS", help="for open requests at the end")
    chosen = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # each connection is a file
    stand_back(settings.WEB_NICE)
    uvicorn.run(
        "arena.asgi:application",
        host=chosen.host,
        port=chosen.port,
        workers=chosen.processes,
        http="arena.server.protocol:GuardedProtocol",
        ws="none",
        # Whose word on addresses counts is said once, by ARENA_TRUSTED_PROXIES.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=chosen.stop_within,
    )


def stand_back(nice: int) -> None:
    """Visitors, however many, must not slow the games down; all web processes inherit it. Who was put further back
    already stays there: only root may come forward."""
    own = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, 0, max(own, nice))


if __name__ == "__main__":
    main()
