"""``python -m benchmarks.load``: visitors by the dozen while games are played, on one web process and one that plays.

Needs ``wrk`` (Debian has it). 64 connections ask for the front page, a leaderboard, a bot, a replay and the API, each
alone and all together. Before and during that the same games of house bots are played: what a game costs its worker
must not grow by more than a tenth. Requests a second depend on how many cores are left; processor time does not.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.platform import arena
from benchmarks.platform.cpu import cpu_ms
from benchmarks.site import web_process

CONNECTIONS = 64
SCRIPT = Path(__file__).with_name("addresses.lua")
VARIANT = "karma-4"
PLAYED = "diamoniak-2"


@dataclass(frozen=True)
class Load:
    rate: float
    p50_ms: float
    p99_ms: float
    own_ms: float
    """Processor time of the web process for a request."""
    failed: int


def attack(port: int, pid: int, paths: list[str], seconds: int) -> Load:
    before = cpu_ms(pid)
    options = ["-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(SCRIPT), f"http://127.0.0.1:{port}"]
    ended = subprocess.run(["wrk", *options, "--", *paths], capture_output=True, text=True, check=True)
    told = json.loads(ended.stdout.splitlines()[-1])
    return Load(
        rate=told["requests"] / told["seconds"],
        p50_ms=told["p50_ms"],
        p99_ms=told["p99_ms"],
        own_ms=(cpu_ms(pid) - before) / max(1, told["requests"]),
        failed=told["refused"] + told["broken"],
    )


class Player:
    """Rounds of games, one after the other, until it is stopped."""

    def __init__(self, place: arena.Arena, games: int) -> None:
        self._place = place
        self._games = games
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play)
        self.rounds: list[arena.Measured] = []

    def once(self, name: str) -> arena.Measured:
        return arena.play(self._place, arena.house_bots(), PLAYED, self._games, name)

    def _play(self) -> None:
        from django.db import connections  # noqa: PLC0415 - settings are known only now

        while not self._stop.is_set():
            self.rounds.append(self.once(f"load-{len(self.rounds)}"))
        connections.close_all()

    def __enter__(self) -> "Player":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


def places(bots: int, games: int) -> dict[str, list[str]]:
    from benchmarks.leaderboard.fill import fill  # noqa: PLC0415 - as above
    from benchmarks.leaderboard.games import play  # noqa: PLC0415 - as above

    pool = fill(VARIANT, bots, games)
    play(pool, games)
    first = pool.standings.order_by("position")[0].version.bot
    board = f"/leaderboards/{VARIANT}/"
    found = {
        "front page": ["/"],
        "leaderboard": [board, f"{board}?page=2", f"{board}?q=fox"],
        "bot": [first.get_absolute_url()],
        "replays": ["/replays/", _replay()],
        "API": [f"/api/v1/leaderboards/{VARIANT}"],
    }
    return {**found, "all in turn": [path for paths in found.values() for path in paths]}


def _replay() -> str:
    from arena.matches.models import Game  # noqa: PLC0415 - as above

    played = Game.objects.filter(replay__isnull=False, state="done").order_by("-pk").first()
    assert played is not None, "the first round left replays"
    return f"/games/{played.pk}/watch/"


def measure(bots: int, games: int, seconds: int, round_games: int) -> None:
    with tempfile.TemporaryDirectory(prefix="karma-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        os.environ["ARENA_TRUSTED_PROXIES"] = "1"
        with arena.running(folder) as place:
            place.start_play(1)
            player = Player(place, round_games)
            player.once("warm")
            paths = places(bots, games)
            alone = player.once("alone")
            with web_process(["arena.server", "--stop-within", "1"], "/robots.txt", folder / "web.log") as web:
                print(f"{'':<14}{'a second':>10}{'p50':>10}{'p99':>10}{'processor':>12}{'failed':>8}")
                with player:
                    for what, asked in {"an empty page": ["/account/login/"], **paths}.items():
                        found = attack(web.port, web.pid, asked, seconds)
                        print(
                            f"{what:<14}{found.rate:10.0f}{found.p50_ms:7.1f} ms{found.p99_ms:7.1f} ms"
                            f"{found.own_ms:9.2f} ms{found.failed:8}",
                            flush=True,
                        )
            _compare(alone, player.rounds)


def _compare(alone: arena.Measured, loaded: list[arena.Measured]) -> None:
    before = alone.cost.workers_ms / alone.games
    during = sum(each.cost.workers_ms for each in loaded) / sum(each.games for each in loaded)
    print(f"a game costs its worker {before:.2f} ms alone, {during:.2f} ms meanwhile ({during / before:.2f} times)")
    rate = sum(each.games_per_minute for each in loaded) / len(loaded)
    print(f"games a minute: {alone.games_per_minute:.0f} alone, {rate:.0f} meanwhile, all on {os.cpu_count()} cores")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=1000)
    parser.add_argument("--games", type=int, default=20_000, help="rated games of the leaderboard")
    parser.add_argument("--seconds", type=int, default=10, help="for each page")
    parser.add_argument("--round", type=int, default=2000, help="games of a round that is played meanwhile")
    chosen = parser.parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("wrk is missing: apt-get install wrk")
    start = time.perf_counter()
    measure(chosen.bots, chosen.games, chosen.seconds, chosen.round)
    print(f"measured in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
