"""``manage.py soak``: does any process of an arena grow while it plays? Memory of each, every so many games.

Before that, how long each takes from its start until it does its work: one after the other, the rest at rest.
"""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.conf import settings

from arena.bots.actions.house import ensure_house_bots
from arena.chaos.load import keep_busy
from arena.chaos.small_arena import SmallArena
from arena.health import signs
from arena.matches.models import Game, GameState

_BUSY = 600
"""Games that wait: more than are played between two looks at the queue."""
_LONGEST_S = 300.0
"""Without a single result: nothing plays, and nobody should wait for it any longer."""


@dataclass(frozen=True)
class Reading:
    games: int
    kb: dict[str, int]
    """By the name of the process; a worker with all that it started."""


class NothingPlaysError(Exception):
    """A sentence that says so."""


def soak(games: int, every: int, say: Callable[[str], None]) -> list[Reading]:
    """Play, and read the memory of every process once so many games. Raises ``NothingPlaysError``."""
    with _arena() as (arena, started):
        say("Seconds from start to work: " + ", ".join(f"{name} {after:.1f}" for name, after in started.items()) + ".")
        _play_until(1)
        readings = [_read(arena)]
        say(_line(["games", *readings[0].kb]))
        say(_line([readings[0].games, *readings[0].kb.values()]))
        while readings[-1].games < games:
            _play_until(readings[-1].games + every)
            readings.append(_read(arena))
            say(_line([readings[-1].games, *readings[-1].kb.values()]))
    return readings


@contextmanager
def _arena() -> Iterator[tuple[SmallArena, dict[str, float]]]:
    ensure_house_bots()
    with SmallArena(settings.LEASE_S, tell=lambda _text: None) as arena:
        yield arena, _start_all(arena)


def _start_all(arena: SmallArena) -> dict[str, float]:
    """By name, the seconds until beat has sent something, pages are answered, workers take what is sent."""
    workers = (("play", ("play",)), ("control", ("control", "news")))
    arena.start_beat()
    started = {"beat": _wait_s(lambda: bool(arena.redis.llen("control")))}
    port = arena.start_web()
    started["web"] = _wait_s(lambda: _listens(port))
    for name, queues in workers:
        arena.start_worker(name, queues)
        started[name] = _wait_s(partial(_is_served, queues[0]))
    return started


def _wait_s(is_so: Callable[[], bool]) -> float:
    begin = time.monotonic()
    while not is_so():
        if time.monotonic() - begin > _LONGEST_S:
            raise NothingPlaysError(f"A process did nothing within {_LONGEST_S:.0f} s of its start.")
        time.sleep(0.02)
    return time.monotonic() - begin


def _is_served(queue: str) -> bool:
    return bool(signs.live_workers(queue))


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _play_until(games: int) -> None:
    done, since = _done(), time.monotonic()
    while done < games:
        keep_busy(_BUSY, with_uploads=False)
        time.sleep(0.2)
        if (now := _done()) > done:
            done, since = now, time.monotonic()
        elif time.monotonic() - since > _LONGEST_S:
            raise NothingPlaysError(f"No game was finished for {_LONGEST_S:.0f} s; {done} are.")


def _done() -> int:
    return Game.objects.filter(state=GameState.DONE).count()


def _read(arena: SmallArena) -> Reading:
    groups = {child.name: child.process.pid for child in arena.supervisor.children if child.process}
    memory = _memory_by_group()
    return Reading(_done(), {name: memory.get(pid, 0) for name, pid in groups.items()})


def _memory_by_group() -> dict[int, int]:
    """Proportional set size: what forked processes share counts once."""
    found: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            group = int((folder / "stat").read_text().rpartition(")")[2].split()[2])
            lines = (folder / "smaps_rollup").read_text().splitlines()
            found[group] = found.get(group, 0) + next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, ValueError, StopIteration, IndexError):
            continue  # it ended while we looked, or is not ours to look at
    return found


def _line(words: list[object]) -> str:
    return "".join(f"{word:>12,}" if isinstance(word, int) else f"{word:>12}" for word in words)


def growth_kb(readings: list[Reading]) -> dict[str, float]:
    """Per 1,000 games, over the second half: what a process loads once is in the first. By least squares."""
    half = readings[len(readings) // 2 :]
    if len(half) < 2:
        return {}
    mean = sum(reading.games for reading in half) / len(half)
    spread = sum((reading.games - mean) ** 2 for reading in half)
    return {
        name: 1000 * sum((reading.games - mean) * reading.kb.get(name, 0) for reading in half) / spread
        for name in half[0].kb
    }
