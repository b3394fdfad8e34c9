"""``python -m benchmarks.load``: 64 visitors at once while games are played, on one web process and one that plays.

Needs ``wrk`` (Debian's package). First the worker plays alone. Then 64 connections ask for the front page, a
leaderboard, a bot, a replay and the API, each alone and all in turn, as fast as they are answered: so many pages the
process makes. That takes all cores there are, so what visitors cost the games is measured at a rate: so many pages a
second, no more. At the end the worker plays alone again, for a machine is not always equally fast. Run it on a machine
that does nothing else.
"""

import argparse
import os
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.load.visitors import CONNECTIONS, Visit, need_wrk, visit
from benchmarks.platform import arena
from benchmarks.site import Site, web_process

if TYPE_CHECKING:
    from benchmarks.load.window import Window

VARIANT = "karma-4"
PLAYED = "diamoniak-2"
"""Short games: the hardest for the database, which the pages need as well."""


def fill_board(bots: int, games: int) -> None:
    from benchmarks.leaderboard.fill import fill  # noqa: PLC0415 - settings are known only now
    from benchmarks.leaderboard.games import play  # noqa: PLC0415 - as above

    play(fill(VARIANT, bots, games), games)


def places() -> dict[str, list[str]]:
    from arena.matches.models import Game  # noqa: PLC0415 - as above
    from arena.ratings.models import Pool  # noqa: PLC0415 - as above

    pool = Pool.objects.get(variant=VARIANT)
    first = pool.standings.select_related("version__bot").order_by("position")[0].version.bot
    watched = Game.objects.filter(replay__isnull=False, state="done").order_by("-pk").first()
    if watched is None:
        raise SystemExit("The first round left no replay. The logs of the workers are in the data folder.")
    board = f"/leaderboards/{VARIANT}/"
    found = {
        "front page": ["/"],
        "leaderboard": [board, f"{board}?page=2", f"{board}?q=fox"],
        "bot": [first.get_absolute_url()],
        "replay": ["/replays/", f"/games/{watched.pk}/watch/"],
        "API": [f"/api/v1/leaderboards/{VARIANT}"],
    }
    return {**found, "all in turn": [path for paths in found.values() for path in paths]}


def queue(games: int) -> None:
    """Games for the whole measurement, before it begins."""
    from django.utils import timezone  # noqa: PLC0415 - as above

    from arena.matches.actions.schedule import Plan, schedule  # noqa: PLC0415 - as above
    from arena.matches.models import MatchKind  # noqa: PLC0415 - as above

    deadline, bots = timezone.now() + timedelta(hours=1), arena.house_bots()
    schedule(Plan(MatchKind.LADDER, "load", "ladder:benchmark", PLAYED, bots, "s" * 32, "load", games // 2, deadline))


class Measurement:
    def __init__(self, place: arena.Arena, web: Site, seconds: int) -> None:
        self._processes = {"worker": place.play[0], "PostgreSQL": place.postgres, "web": web.pid}
        self._port = web.port
        self._seconds = seconds

    def alone(self) -> "Window":
        from benchmarks.load.window import window  # noqa: PLC0415 - as above

        with window(self._processes) as found:
            time.sleep(self._seconds)
        return found

    def visited(self, what: str, paths: list[str], rate: int = 0) -> "Window":
        from benchmarks.load.window import window  # noqa: PLC0415 - as above

        with window(self._processes) as found:
            visitors = visit(self._port, paths, self._seconds, rate)
        found.used_ms["visitors"] = visitors.own_ms
        _show(what, visitors, found)
        return found


def _show(what: str, visitors: Visit, found: "Window") -> None:
    print(
        f"{what:<16}{visitors.rate:9.0f}{visitors.p50_ms:8.1f} ms{visitors.p99_ms:8.1f} ms"
        f"{found.used_ms['web'] / max(1, visitors.requests):9.2f} ms{visitors.failed:8}{found.games_per_minute:14.0f}",
        flush=True,
    )


def _compare(what: str, alone: "Window", during: "Window") -> None:
    shares = ", ".join(f"{who} {during.cores(who):.2f}" for who in ("worker", "web", "PostgreSQL", "visitors"))
    lost = 100 * (1 - during.games_per_minute / alone.games_per_minute)
    cost = during.used_ms["worker"] / max(1, during.games), alone.used_ms["worker"] / max(1, alone.games)
    print(f"{what}: {during.games_per_minute:,.0f} games a minute, {lost:.1f} % fewer than alone; cores: {shares}")
    print(f"    a game costs its worker {cost[0]:.2f} ms, alone {cost[1]:.2f} ms")


def measure(chosen: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(prefix="karma-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        # Visitors say where they come from, as behind a proxy; all connections are made from one address.
        os.environ.update(ARENA_TRUSTED_PROXIES="1", ARENA_CONNECTIONS_PER_ADDRESS="1000")
        with arena.running(folder) as place:
            fill_board(chosen.bots, chosen.games)  # first: it takes all games there are for its own
            place.start_play(1)
            arena.play(place, arena.house_bots(), PLAYED, 200, "warm")
            paths = places()
            with web_process(["arena.server", "--stop-within", "1"], "/", folder / "web.log") as web:
                queue(chosen.play)
                time.sleep(2)  # batches grow to their size
                _report(Measurement(place, web, chosen.seconds), paths, chosen.rate)


def _report(measurement: Measurement, paths: dict[str, list[str]], rate: int) -> None:
    print(f"{CONNECTIONS} connections, one web process, one process that plays, {os.cpu_count()} cores")
    print(f"{'':<16}{'a second':>9}{'p50':>11}{'p99':>11}{'processor':>12}{'failed':>8}{'games/min':>14}")
    alone = measurement.alone()
    whole = [measurement.visited(what, asked) for what, asked in paths.items()]
    steady = measurement.visited(f"at {rate} a second", paths["all in turn"], rate)
    alone += measurement.alone()
    print(f"alone: {alone.games_per_minute:,.0f} games a minute; cores: worker {alone.cores('worker'):.2f}, "
          f"PostgreSQL {alone.cores('PostgreSQL'):.2f}")  # fmt: skip
    _compare("as fast as answered", alone, sum(whole[1:], whole[0]))
    _compare(f"at {rate} pages a second", alone, steady)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=1000, help="on the leaderboard")
    parser.add_argument("--games", type=int, default=20_000, help="rated games behind it")
    parser.add_argument("--seconds", type=int, default=10, help="for each page, and for each time without visitors")
    parser.add_argument(
        "--rate", type=int, default=400, help="pages a second that are offered while games are compared"
    )
    parser.add_argument("--play", type=int, default=40_000, help="games that wait for the worker")
    chosen = parser.parse_args()
    need_wrk()
    start = time.perf_counter()
    measure(chosen)
    print(f"measured in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
