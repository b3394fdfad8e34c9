"""A whole arena on servers of its own: PostgreSQL, Valkey and one web process, thrown away after the benchmark."""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from arena.embedded.services import Services

# Not from the settings: they read the environment when they are imported, and the addresses are not known yet.
ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Site:
    url: str
    port: int
    pid: int
    """Of the web process."""


@contextmanager
def site() -> Iterator[Site]:
    """Django is set up for the same database when the block is entered."""
    with tempfile.TemporaryDirectory(prefix="karma-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        os.environ["ARENA_DATA_DIR"] = str(Path(folder) / "data")
        # All visitors of a benchmark come from one address.
        os.environ.update(ARENA_CONNECTIONS_PER_ADDRESS="10000", ARENA_STREAMS_PER_ADDRESS="500")
        with Services(Path(folder), throw_away=True) as addresses:
            os.environ.update(addresses)
            _set_up()
            with web_process(["arena.server", "--stop-within", "1"], "/robots.txt") as found:
                yield found


def _set_up() -> None:
    import django  # noqa: PLC0415 - settings are read at import, and the addresses are known only now

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    os.environ["LOG_LEVEL"] = "warning"
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - as above

    call_command("migrate", verbosity=0)


@contextmanager
def web_process(module: list[str], path: str, log: Path | None = None) -> Iterator[Site]:
    """One process of a Python module with its options, on a port of its own; ready when the path answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with log.open("w") if log else nullcontext() as written:
        process = subprocess.Popen([sys.executable, "-m", *module, "--port", str(port)], cwd=ROOT, stderr=written)
    try:
        _wait_for(f"http://127.0.0.1:{port}{path}")
        yield Site(f"http://localhost:{port}", port, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(url: str) -> None:
    end = time.monotonic() + 240  # the first request imports everything
    while True:
        try:
            urllib.request.urlopen(url, timeout=120)  # noqa: S310 - our own server
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return


def main() -> None:
    """``python -m benchmarks.site``: what pages cost their visitors, with the rows of the screenshots."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site", description=main.__doc__)
    parser.add_argument("--each", action="store_true", help="every request of each page")
    options = parser.parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with site() as served:
        from django.conf import settings  # noqa: PLC0415 - Django is set up only here

        from arena.accounts.models import User  # noqa: PLC0415 - as above
        from benchmarks.page_weight import report  # noqa: PLC0415 - as above
        from tools import rows, tournaments  # noqa: PLC0415 - as above
        from tools.camera import member_session  # noqa: PLC0415 - as above

        cookies = {settings.SESSION_COOKIE_NAME: member_session()}
        alice = User.objects.get()
        made = rows.create(alice) | tournaments.create(alice)
        paths = {
            "front page": "/",
            "leaderboards": "/leaderboards/",
            "leaderboard": "/leaderboards/{ladder}/",
            "replays": "/replays/",
            "replay": "/games/{game}/watch/",
            "same deal": "/games/{game}/same-deal/",
            "bot": "/bots/{bot}/",
            "match": "/matches/{match}/",
            "tournaments": "/tournaments/",
            "tournament": "/tournaments/{bracket}/",
            "bracket": "/tournaments/{bracket}/matches/",
            "submit": "/submit/",
        }
        places = {name: path.format(**made) for name, path in paths.items()}
        if (ROOT / "site" / "index.html").is_file():
            places["documentation"] = "/docs/bot-authors/protocol/"
        report(served.url, places, {}, shows_each=options.each)
        print("by a member who has logged in:")
        own = {"dashboard": "/dashboard/", "own bot": places["bot"], "own table": f"/tables/{made['lesson']}/"}
        report(served.url, own, cookies, shows_each=options.each)
        if "documentation" not in places:
            print("The documentation is not built: python3 manage.py docs")


if __name__ == "__main__":
    main()
