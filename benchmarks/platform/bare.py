"""The referee alone, in as many processes as there are workers: no database, no broker, no replay files."""

import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from benchmarks.platform.arena import BOT
from benchmarks.platform.cpu import cpu_ms
from bots.house.registry import create
from referee.channels.base import Channel
from referee.channels.inprocess import InProcessChannel
from referee.deal import SealedDeal
from referee.entrants import ProgramEntrant
from referee.game import play_game

Seats = Callable[[str, bytes], list[Channel]]


@dataclass(frozen=True)
class Played:
    seconds: float
    cpu_ms: float
    """Of the process and of the programs it started."""


def play(slug: str, first: int, count: int, sandboxed: bool, core: int | None) -> Played:
    """Play games one after another, on one core if it is named: the programs stay there too."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    with _programs() if sandboxed else _house() as seats:
        for number in range(2):  # warm before the clock starts
            _game(slug, seats, b"warm%d" % number)
        begin, cpu = time.perf_counter(), cpu_ms(os.getpid())
        for number in range(first, first + count):
            _game(slug, seats, b"%d" % number)
        return Played(time.perf_counter() - begin, cpu_ms(os.getpid()) - cpu)


def _game(slug: str, seats: Seats, name: bytes) -> None:
    seed = hashlib.sha256(name).digest()
    play_game(slug, seats(slug, seed), SealedDeal(seed, seed[:16]))


@contextmanager
def _house() -> Iterator[Seats]:
    yield lambda slug, seed: [
        InProcessChannel(create("random", slug, seed + bytes([seat])), "Dice") for seat in range(2)
    ]


@contextmanager
def _programs() -> Iterator[Seats]:
    import sandbox  # noqa: PLC0415 - not needed for house bots

    with tempfile.TemporaryDirectory(prefix="karma-bare-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        entrants = []
        for bot in ("one", "two"):
            source = folder / bot
            source.mkdir(mode=0o755)
            (source / "bot.py").write_bytes(BOT)
            program = sandbox.build(source, folder / f"{bot}-built").program
            assert program is not None
            entrants.append(ProgramEntrant(program, bot, "v1"))
        try:
            yield lambda slug, seed: [entrant.open(slug) for entrant in entrants]
        finally:
            for entrant in entrants:
                entrant.close()


@dataclass(frozen=True)
class Measured:
    games_per_minute: float
    cpu_ms_a_game: float


def measure(slug: str, games: int, processes: int, *, sandboxed: bool, a_core_each: bool = False) -> Measured:
    """All processes at once."""
    each = games // processes
    cores: list[int | None] = list(range(processes)) if a_core_each else [None] * processes
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:

        def played(firsts: Sequence[int], count: int) -> list[Played]:
            same = ([slug] * processes, firsts, [count] * processes, [sandboxed] * processes)
            return list(pool.map(play, *same, cores))

        played([0] * processes, 2)
        parts = played(range(0, games, each), each)
    slowest = max(part.seconds for part in parts)
    return Measured(60 * each * processes / slowest, sum(part.cpu_ms for part in parts) / (each * processes))
