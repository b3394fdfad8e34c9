"""``python -m benchmarks.live``: viewers of running games on one web process.

``--viewers`` browsers follow ``--games`` games while each game tells a frame every quarter of a second, as a slow game
does. Told: how long a frame takes to arrive, and memory and processor time of the web process.
"""

import argparse
import asyncio
import os
import statistics
import time
from pathlib import Path

from benchmarks.site import Site, site
from engines import PUBLIC, Deal, new_game

PAUSE_S = 0.25


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    with site() as place:
        asyncio.run(run(place, options.viewers, options.games, options.seconds))


async def run(place: Site, viewers: int, games: int, seconds: float) -> None:
    channels = await asyncio.to_thread(running_games, games)
    idle_mb = memory_mb(place.pid)
    watching = [Viewer(place.port, channels[number % games]) for number in range(viewers)]
    tasks = [asyncio.create_task(each.follow()) for each in watching]
    while not all(each.is_open for each in watching):
        await asyncio.sleep(0.1)
    cpu, full_mb = cpu_s(place.pid), memory_mb(place.pid)
    start = time.monotonic()
    sent = await asyncio.to_thread(tell, channels, seconds)
    await asyncio.sleep(1)
    spent, passed = cpu_s(place.pid) - cpu, time.monotonic() - start
    late = [delay for each in watching for delay in each.delays]
    expected = sum(sent[each.game_id] for each in watching)
    for task in tasks:
        task.cancel()
    print(f"{viewers} viewers of {games} games, {sum(sent.values()) / passed:.0f} frames a second told")
    print(f"arrived        {len(late)} of {expected}")
    print(f"delay          median {1e3 * statistics.median(late):.0f} ms, 99 % {1e3 * quantile(late, 0.99):.0f} ms")
    each_kb, each_us = 1024 * (full_mb - idle_mb) / viewers, 1e6 * spent / max(1, len(late))
    print(f"memory         {idle_mb:.0f} MB idle, {full_mb:.0f} MB with viewers: {each_kb:.0f} KB a viewer")
    print(f"processor      {100 * spent / passed:.1f} % of a core, {each_us:.0f} µs a delivered frame")


class Viewer:
    def __init__(self, port: int, game_id: int) -> None:
        self.port, self.game_id = port, game_id
        self.is_open = False
        self.delays: list[float] = []

    async def follow(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        writer.write(f"GET /live/games/{self.game_id}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
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
            sent[game_id] += publish(f"game:{game_id}", "frame", {**told, "sent": time.time()})
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
