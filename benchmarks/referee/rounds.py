"""One round of each contestant. A round plays some games and says what they cost."""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import IO, Any

from engines import new_game, variant
from referee import messages
from referee.channels.inprocess import InProcessChannel
from referee.clock import SeatClock, TimeControl
from referee.deal import SealedDeal
from referee.entrants import FolderEntrant
from referee.game import play_game
from referee.library import sdk_library
from referee.observer import Observer
from referee.record import GameRecord

SLUG = "karma-2"
BOT = Path(__file__).parent / "bot.py"
SDK_BOT = Path(__file__).parent / "sdk_bot.py"
FIRST_SEAT = 0
WARM_UP = 12
"""Decisions of a new process that take longer than its later ones."""


@dataclass(frozen=True)
class Cost:
    """What a round took. ``cpu_s`` is of everybody involved: referee, engine and bots."""

    games: int
    steps: int
    wall_s: float
    cpu_s: float
    play_s: float = 0.0
    """Of the wall time, what lay between a game's first request and its last; for who starts processes."""

    warming_s: float = 0.0
    """What the first decisions of a process took beyond later ones: it is a new one for every game, so its memory and
    the caches of the core are cold."""

    @property
    def warming_us(self) -> float:
        """Its share in a step."""
        return self.warming_s / self.steps * 1e6

    @property
    def play_us(self) -> float:
        """A step, with starts and ends out of the way. The last one of a game is not in ``play_s``."""
        return self.play_s / (self.steps - self.games) * 1e6


class Stopwatch(Observer):
    """When a game's first request went out, and its last."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def asked(self, seat: int) -> None:
        self.times.append(time.perf_counter())


class Sandboxed:
    """Two programs under the referee, in the sandbox, a fresh process for every game."""

    def __init__(self, bot: Path = BOT) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="karma-bench-"))
        shutil.copy(bot, self._folder / "bot.py")
        self._bots = [FolderEntrant(self._folder) for _ in range(variant(SLUG).seats)]

    def round(self, games: int) -> Cost:
        wall, cpu, steps, bots_ms, play_s = time.perf_counter(), time.process_time(), 0, 0.0, 0.0
        warming_s = 0.0
        for game in range(games):
            watch = Stopwatch()
            channels = [bot.open(SLUG) for bot in self._bots]
            record = play_game(SLUG, channels, SealedDeal.from_text(str(game)), observer=watch)
            assert not record.faults, record.faults
            assert record.replay is not None, record.void_reason
            steps += len(record.decisions)
            bots_ms += sum(seat.cpu_ms for seat in record.seats)
            play_s += watch.times[-1] - watch.times[0]
            warming_s += _warming_s(record)
        cpu_s = time.process_time() - cpu + bots_ms / 1000
        return Cost(games, steps, time.perf_counter() - wall, cpu_s, play_s, warming_s)

    def close(self) -> None:
        for bot in self._bots:
            bot.close()
        shutil.rmtree(self._folder)


def _warming_s(record: GameRecord) -> float:
    extra_ms = 0.0
    for seat in range(len(record.seats)):
        times = [decision.charged_ms for decision in record.decisions if decision.seat == seat]
        if len(times) > 2 * WARM_UP:
            extra_ms += sum(times[:WARM_UP]) - WARM_UP * mean(times[WARM_UP:])
    return extra_ms / 1000


class Last:
    """The trivial bot, inside the referee's process."""

    def choose(self, request: dict[str, Any]) -> int:
        return int(request["legal"][-1]["id"])


class InProcess:
    """The same games with the bots inside the process, as kaggle-environments has them."""

    def round(self, games: int) -> Cost:
        wall, cpu, steps = time.perf_counter(), time.process_time(), 0
        for game in range(games):
            channels = [InProcessChannel(Last(), "last") for _ in range(variant(SLUG).seats)]
            steps += len(play_game(SLUG, channels, SealedDeal.from_text(str(game))).decisions)
        return Cost(games, steps, time.perf_counter() - wall, time.process_time() - cpu)


class PlainPipe:
    """The floor: the same engine, messages and bots, over plain pipes; no jail, no clock, no checks, no record.

    The processes live through all games of a round, so that starting them does not count. All are held to one core, as
    the sandbox does it: waking another core for every answer costs more than all the rest.
    """

    def __init__(self, bot: Path = BOT) -> None:
        self._bot = bot

    def round(self, games: int) -> Cost:
        given = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(given)})
        try:
            return self._round(games)
        finally:
            os.sched_setaffinity(0, given)

    def _round(self, games: int) -> Cost:
        begun = resource.getrusage(resource.RUSAGE_CHILDREN)
        wall, cpu, steps = time.perf_counter(), time.process_time(), 0
        bots = [self._start() for _ in range(variant(SLUG).seats)]
        for game in range(games):
            steps += self._play([(bot.stdin, bot.stdout) for bot in bots], game)  # type: ignore[misc]  # both are pipes
        for bot in bots:
            bot.communicate(timeout=30)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        children = ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime
        return Cost(games, steps, time.perf_counter() - wall, time.process_time() - cpu + children)

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-s", "-S", str(self._bot)]
        found = {"PYTHONPATH": str(sdk_library())}
        return subprocess.Popen(command, env=found, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def _play(self, pipes: list[tuple[IO[bytes], IO[bytes]]], game: int) -> int:
        state = new_game(SLUG, SealedDeal.from_text(str(game)).deal(), FIRST_SEAT, record=True)
        clock = SeatClock(TimeControl())
        seen = [0] * len(pipes)
        steps = 0
        while not state.is_over():
            seat = state.actor()
            request = messages.request(state, seat, steps, seen[seat], clock)
            seen[seat] = state.event_count()
            to_bot, from_bot = pipes[seat]
            to_bot.write(messages.encode(request))
            to_bot.flush()
            state.apply(json.loads(from_bot.readline())["action"], seat)
            steps += 1
        return steps


def json_us(games: int) -> float:
    """What the bot's own reading and writing of JSON takes for a step: no pipe, no engine, nothing else."""
    lines: list[bytes] = []
    for game in range(games):
        state = new_game(SLUG, SealedDeal.from_text(str(game)).deal(), FIRST_SEAT, record=True)
        clock, seen = SeatClock(TimeControl()), [0] * variant(SLUG).seats
        while not state.is_over():
            seat = state.actor()
            lines.append(messages.encode(messages.request(state, seat, len(lines), seen[seat], clock)))
            seen[seat] = state.event_count()
            state.apply(state.legal_actions()[-1], seat)
    begun = time.perf_counter()
    for line in lines:
        json.dumps({"action": json.loads(line)["legal"][-1]["id"]})
    return (time.perf_counter() - begun) / len(lines) * 1e6


class Kaggle:
    """kaggle-environments in a process of its own, with agents inside that process."""

    SCRIPT = Path(__file__).parent / "kaggle.py"

    def __init__(self, python: str, game: str) -> None:
        self._command = [python, str(self.SCRIPT), game]

    def round(self, games: int) -> Cost:
        done = subprocess.run([*self._command, str(games)], capture_output=True, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return Cost(**found)
