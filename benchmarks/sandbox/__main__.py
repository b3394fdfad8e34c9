"""Everything in turns, so that a busy moment of the machine hits all sides alike.

Each figure is the tenth percentile: what a thing costs while nobody else is in the way. The median stands beside it;
where the two are far apart the machine was busy, and the ratios of the medians say more about its scheduler than of us.

python -m benchmarks.sandbox [--quick]
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import sandbox
from benchmarks.sandbox.bots import PlainBot, program, request
from benchmarks.sandbox.forks import ForkServer
from benchmarks.sandbox.games import ask_as_the_referee, play_in_turns
from benchmarks.sandbox.processor import of_decisions
from sandbox import BuiltProgram, Channel, Jail

LONG = 30.0


def ask(channel: Channel, number: int) -> None:
    channel.send(request(number), LONG)
    assert json.loads(channel.receive(LONG)) == {"action": number}


def ask_plainly(bot: PlainBot, number: int) -> None:
    assert json.loads(bot.ask(request(number))) == {"action": number}


def timed(action: Callable[[], object]) -> float:
    before = time.perf_counter()
    action()
    return time.perf_counter() - before


@dataclass(frozen=True, slots=True)
class Figure:
    """How long something took, in seconds."""

    low: float
    median: float

    @classmethod
    def of(cls, seconds: list[float]) -> Self:
        return cls(sorted(seconds)[len(seconds) // 10], statistics.median(seconds))


Figures = dict[str, Figure]


def in_turns(actions: Mapping[str, Callable[[], object]], rounds: int) -> Figures:
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(rounds):
        for name, action in actions.items():
            times[name].append(timed(action))
    return {name: Figure.of(values) for name, values in times.items()}


def start_costs(built: BuiltProgram, warm: Jail, cold: Jail, forks: ForkServer, rounds: int) -> Figures:
    """From nothing to the first answer and to the end of the process."""

    def bare() -> None:
        with PlainBot(built.files / "bot.py") as bot:
            ask_plainly(bot, 1)

    def jailed(jail: Jail) -> None:
        with jail.start() as channel:
            ask(channel, 1)

    def forked() -> None:
        forks.start()
        assert json.loads(forks.ask(request(1))) == {"action": 1}
        forks.end()

    ways = {"bare": bare, "cold": lambda: jailed(cold), "warm": lambda: jailed(warm), "fork, no jail": forked}
    return in_turns(ways, rounds)


def round_trips(built: BuiltProgram, warm: Jail, cold: Jail, rounds: int) -> Figures:
    """One decision of about 1 KiB, JSON on both sides."""
    with PlainBot(built.files / "bot.py") as bot, warm.start() as forked, cold.start() as alone:
        actions: dict[str, Callable[[], object]] = {
            "plain pipes": lambda: ask_plainly(bot, 1),
            "warm jail": lambda: ask(forked, 1),
            "with orjson": lambda: ask_as_the_referee(forked, 1),
            "cold jail": lambda: ask(alone, 1),
        }
        in_turns(actions, 50)
        bot.come_to_our_core()  # as the sandbox's own bots did, so that all have the same way
        return in_blocks(actions, rounds)


def in_blocks(actions: Mapping[str, Callable[[], object]], rounds: int) -> Figures:
    """Short blocks of one kind, in turns: as in a game, the caches stay with one conversation."""
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(rounds):
        for name, action in actions.items():
            action()
            times[name] += [timed(action) for _ in range(15)]
    return {name: Figure.of(values) for name, values in times.items()}


def show(title: str, values: Figures, base: str, unit_s: float, unit: str) -> None:
    print(f"\n{title}")
    for name, figure in values.items():
        ratio, median = figure.low / values[base].low, figure.median / values[base].median
        print(
            f"  {name:<14}{figure.low / unit_s:>10.2f} {unit:<4}{ratio:>6.2f} x {base}"
            f"   (median {figure.median / unit_s:.2f} {unit}, {median:.2f} x)"
        )


def main() -> None:
    factor = 1 if "--quick" in sys.argv else 4
    print("layers:", ", ".join(sandbox.detect().layers))
    with tempfile.TemporaryDirectory() as name:
        built = program(Path(name) / "bot")
        Path(name).chmod(0o755)
        with (
            sandbox.open_jail(built) as warm,
            sandbox.open_jail(built, warm=False) as cold,
            ForkServer(built.files / "bot.py") as forks,
        ):
            starts = start_costs(built, warm, cold, forks, 8 * factor)
            trips = round_trips(built, warm, cold, 25 * factor)
            floor_s, step_s = of_decisions(built, warm, 25 * factor)
        cores = len(os.sched_getaffinity(0))
        games = {players: play_in_turns(built, players, 3 * factor) for players in sorted({1, cores})}
    show("start to first answer and end", starts, "bare", 1e-3, "ms")
    show("one decision of 1 KiB", trips, "plain pipes", 1e-6, "us")
    plain = trips["plain pipes"].low
    print(
        f"\nround trip {trips['with orjson'].low / plain:.2f} x floor as the referee does it, "
        f"{trips['warm jail'].low / plain:.2f} x with the floor's own JSON (target: at most 1.25)"
        f"\nprocessor of a decision, asked and answered: {1e6 * step_s:.2f} us, {step_s / floor_s:.2f} x plain pipes "
        f"({1e6 * floor_s:.2f} us; target: at most 1.25)"
    )
    print("\ngames of 40 decisions with two Python bots, per second")
    for players, ways in games.items():
        fresh, ready, forked = ways["fresh"], ways["warm"], ways["forked"]
        print(
            f"  {players} at a time: {ready.a_second:.0f}, {ready.a_second / fresh.a_second:.1f} x a fresh jail and "
            f"interpreter ({fresh.a_second:.0f}; target: at least 10); plain forks without a jail: "
            f"{forked.a_second:.0f}, {forked.a_second / fresh.a_second:.1f} x"
        )
        print(
            f"    processor a game: {ready.cpu_ms:.1f} ms, fresh {fresh.cpu_ms:.1f} ms "
            f"({fresh.cpu_ms / ready.cpu_ms:.1f} x), forks {forked.cpu_ms:.1f} ms "
            f"({fresh.cpu_ms / forked.cpu_ms:.1f} x)"
        )


if __name__ == "__main__":
    main()
