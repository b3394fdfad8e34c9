"""``python -m benchmarks.leaderboard``: a leaderboard of 10,000 bots and 1,000,000 rated games beside an empty page.

On a PostgreSQL of its own that is thrown away, with all the rows that the games have in an arena: games, seats, events
of the log. Times are processor and wall seconds of Django's test client: no network, no browser. Each page is asked for
again and again, as a visitor and logged in; *anew* is what it costs when nothing is kept, as right after a fit.
"""

import argparse
import logging
import math
import os
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from arena.embedded.services import Services

if TYPE_CHECKING:
    from arena.accounts.models import User

VARIANT = "karma-4"
EMPTY = "karma-5"


def timed(path: str, times: int, member: "User | None", *, anew: bool = False) -> tuple[float, float, int, int]:
    """Median milliseconds of the process and of the clock, queries, kilobytes."""
    from django.db import connection  # noqa: PLC0415 - the settings name a database only now
    from django.test import Client  # noqa: PLC0415 - see above
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415 - see above

    from arena.lib.kept import store  # noqa: PLC0415 - see above

    client = Client(headers={"Accept-Encoding": "gzip"})  # as every browser says: packing a page takes time too
    if member is not None:
        client.force_login(member)
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        response = client.get(path)
    queries = len(captured)  # now: the next request empties the list
    if response.status_code != 200:
        raise SystemExit(f"{path} answered {response.status_code}.")
    own, wall = [], []
    for _ in range(times):
        if anew:
            store().clear()
        start, begin = time.process_time(), time.perf_counter()
        client.get(path)
        own.append(time.process_time() - start)
        wall.append(time.perf_counter() - begin)
    return 1000 * median(own), 1000 * median(wall), queries, len(response.content) // 1024


def compare(bots: int, games: int, times: int) -> None:
    from django.conf import settings  # noqa: PLC0415 - see above
    from django.core.management import call_command  # noqa: PLC0415 - see above
    from django.db import connection  # noqa: PLC0415 - see above

    from arena.accounts.models import User  # noqa: PLC0415 - see above
    from arena.web.ladders.views import PER_PAGE  # noqa: PLC0415 - see above
    from benchmarks.leaderboard.fill import fill  # noqa: PLC0415 - see above
    from benchmarks.leaderboard.games import play  # noqa: PLC0415 - see above

    settings.ALLOWED_HOSTS = ["testserver"]
    logging.getLogger("arena.request").setLevel(logging.WARNING)
    call_command("migrate", verbosity=0)
    start = time.perf_counter()
    pool = fill(VARIANT, bots, games)
    with connection.cursor() as cursor:
        # Millions of foreign keys that the statements themselves make right: looking at each took most of the time.
        cursor.execute("SET session_replication_role = replica")
        played = play(pool, games)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("ANALYZE")  # as PostgreSQL does by itself after a while
    print(f"{bots:,} bots and {played:,} rated games made in {time.perf_counter() - start:.0f} s")
    first = pool.standings.select_related("version__bot").order_by("position")[0].version.bot
    print(f"{'':<34}{'processor':>12}{'of empty':>10}{'clock':>12}{'queries':>9}{'size':>9}")
    last = math.ceil(bots / PER_PAGE)
    pages = (
        ("an empty leaderboard", f"/leaderboards/{EMPTY}/"),
        ("the leaderboard", f"/leaderboards/{VARIANT}/"),
        ("its last page", f"/leaderboards/{VARIANT}/?page={last}"),
        ("a search by name", f"/leaderboards/{VARIANT}/?q=fox"),
        ("the overview", "/leaderboards/"),
        ("the page of its first bot", first.get_absolute_url()),
        ("how ratings work", "/leaderboards/how/"),
        ("all lines as JSON", f"/leaderboards/{VARIANT}.json"),
        ("replays", "/replays/"),
        ("replays of a bot", f"/replays/?bot={first.slug}"),
        ("the front page", "/"),
        ("openapi.json", "/api/v1/openapi.json"),
    )
    stranger = User.objects.create_user("visitor", "visitor@example.org")
    empty = timed("/account/login/", times, None)
    _show("a page without a query", empty, empty[0])
    for title, member, anew in (("", None, False), (", logged in", stranger, False), (", anew", None, True)):
        for name, path in pages:
            _show(f"{name}{title}", timed(path, max(3, times // 4) if anew else times, member, anew=anew), empty[0])


def _show(name: str, found: tuple[float, float, int, int], empty: float) -> None:
    own, wall, queries, size = found
    print(f"{name:<34}{own:9.1f} ms{own / empty:10.1f}{wall:9.1f} ms{queries:9}{size:6} kB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=20)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="karma-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        with Services(Path(folder), throw_away=True) as addresses:
            os.environ.update(addresses, ARENA_ENV="test", ARENA_DATA_DIR=f"{folder}/data")
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
            import django  # noqa: PLC0415 - see above

            django.setup()
            compare(chosen.bots, chosen.games, chosen.times)
            from django.db import connections  # noqa: PLC0415 - see above

            connections.close_all()


if __name__ == "__main__":
    main()
