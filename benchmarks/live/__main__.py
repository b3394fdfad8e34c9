"""``python -m benchmarks.live``: viewers of running games on one web process, beside a bare event stream.

``--viewers`` browsers follow ``--games`` games while each game tells a frame every quarter of a second, as a slow game
does: more often no game tells. Told: how long a frame takes to arrive, memory and processor time of the web process.
The reference is the least that a server can do (``benchmarks.live.bare``): the same number of viewers and frames in
the same run, without Redis and Django.
"""

import argparse
import asyncio
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.live.bare import PAUSE_S
from benchmarks.site import Site, site, web_process
from engines import PUBLIC, Deal, new_game


@dataclass(frozen=True)
class Measured:
    arrived: int
    expected: int
    delays: list[float]
    idle_mb: float
    full_mb: float
    cpu_s: float
    seconds: float
    viewers: int

    @property
    def kb_a_viewer(self) -> float:
        return 1024 * (self.full_mb - self.idle_mb) / self.viewers

    @property
    def us_a_frame(self) -> float:
        return 1e6 * self.cpu_s / max(1, self.arrived)

    @property
    def ms_a_viewer_second(self) -> float:
        return 1e3 * self.cpu_s / self.seconds / self.viewers


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.live", description=__doc__)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    with web_process(["uvicorn", "benchmarks.live.bare:application", "--log-level", "warning"], "/") as place:
        bare = asyncio.run(run(place, options.viewers, list(range(options.games)), lambda _: wait(options.seconds)))
    with site() as place:
        games = running_games(options.games)
        ours = asyncio.run(run(place, options.viewers, games, lambda channels: tell(channels, options.seconds)))
    rate = ours.arrived / options.seconds
    print(
        f"{options.viewers} viewers of {options.games} games on one web process, {rate:.0f} frames a second delivered"
    )
    print(f"{'':<38}{'arena':>12}{'bare stream':>14}{'ratio':>8}")
    show("frames that arrived, %", 100 * ours.arrived / max(1, ours.expected), 100.0)
    show("delay, median, ms", 1e3 * statistics.median(ours.delays), 1e3 * statistics.median(bare.delays))
    show("delay, 99 of 100, ms", 1e3 * quantile(ours.delays, 0.99), 1e3 * quantile(bare.delays, 0.99))
    show("memory of the idle process, MB", ours.idle_mb, bare.idle_mb)
    show("memory a viewer, KB", ours.kb_a_viewer, bare.kb_a_viewer)
    show("processor a delivered frame, µs", ours.us_a_frame, bare.us_a_frame)
    show("processor a viewer and second, ms", ours.ms_a_viewer_second, bare.ms_a_viewer_second)


def show(what: str, ours: float, bare: float) -> None:
    ratio = f"{ours / bare:.1f}" if bare > 0 else "–"
    print(f"{what:<38}{ours:>12.2f}{bare:>14.2f}{ratio:>8}")


async def run(
    place: Site, viewers: int, games: list[int], work: Callable[[list[int]], dict[int, int] | None]
) -> Measured:
    idle_mb = memory_mb(place.pid)
    watching = [Viewer(place.port, games[number % len(games)]) for number in range(viewers)]
    tasks = [asyncio.create_task(each.follow()) for each in watching]
    while not all(each.is_open for each in watching):
        await asyncio.sleep(0.1)
    for each in watching:
        each.delays.clear()
    cpu = cpu_s(place.pid)
    start = time.monotonic()
    sent = await asyncio.to_thread(work, games)
    await asyncio.sleep(1)
    spent, passed, full_mb = cpu_s(place.pid) - cpu, time.monotonic() - start, memory_mb(place.pid)
    delays = [delay for each in watching for delay in each.delays]
    expected = sum(sent[each.game_id] for each in watching) if sent else len(delays)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Measured(len(delays), expected, delays, idle_mb, full_mb, spent, passed, viewers)


def wait(seconds: float) -> None:
    time.sleep(seconds)


class Viewer:
    def __init__(self, port: int, game_id: int) -> None:
        self.port, self.game_id = port, game_id
        self.is_open = False
        self.delays: list[float] = []

    async def follow(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        writer.write(f"GET /live/games/{self.game_id}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        try:
            await self._read(reader)
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            self.is_open = self.is_open or line.startswith(b"retry:")
            if line.startswith(b"data:") and (place := line.find(b'"sent":')) > 0:
                self.delays.append(time.time() - float(line[place + 7 :].split(b",")[0].rstrip(b"}\n")))


def running_games(count: int) -> list[int]:
    """Games that are not over, and that nobody plays: what they tell comes from here."""
    from tests.matches import cast  # noqa: PLC0415 - needs Django set up

    versions = [cast.ready_version(None, name, "random") for name in ("Owl", "Fox")]
    match = cast.match(versions, variant="karma-2", blocks=(count + 1) // 2)
    return [game.pk for game in cast.games_of(match)][:count]


def tell(channels: list[int], seconds: float) -> dict[int, int]:
    from arena.lib.live.publish import publish  # noqa: PLC0415 - needs Django set up

    state = new_game("karma-6", Deal.from_text("live"), record=True)
    sent = dict.fromkeys(channels, 0)
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        if state.is_over():
            state = new_game("karma-6", Deal.from_text(f"live {number}"), record=True)
        since = state.event_count()
        state.apply(state.legal_actions()[-1])
        number += 1
        told = {"at": number, "view": state.view(PUBLIC), "events": state.events(PUBLIC, since)}
        for game_id in channels:
            sent[game_id] += publish(f"game:{game_id}", "frame", {"sent": time.time(), **told})
        time.sleep(PAUSE_S)
    return sent


def memory_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


if __name__ == "__main__":
    main()
