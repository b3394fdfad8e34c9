"""``python -m benchmarks.platform``: games through real workers, beside the bare referee.

Rounds of both alternate and the best of each counts, so that a busy machine disturbs the ratio little. What the servers
count and the time of processors are given per game; they hardly depend on what else the machine does. Two scenarios:
short games of house bots, where what the platform costs shows most, and uploaded Python bots in their sandbox. At the
end every figure stands beside what it should be, as a ratio to the referee where that is possible.
"""

import argparse
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.figures import Figure, show
from benchmarks.platform import arena, bare
from engines.compiled import is_compiled

if TYPE_CHECKING:
    from arena.bots.models import BotVersion
    from benchmarks.platform.counting import Count


@dataclass(frozen=True)
class Scenario:
    name: str
    variant: str
    games: int
    """Of a round."""
    most: float
    """Times the referee's own time that a game may take."""
    least: float = 0.0
    """Games a minute."""


SCENARIOS = {
    "house": Scenario("house", "diamoniak-2", 6000, most=2.0, least=8000),
    "uploads": Scenario("uploads", "karma-2", 800, most=1.15),
}


@dataclass(frozen=True)
class Compared:
    """Rounds through the platform, and of the referee alone with as many processes."""

    ours: Sequence[arena.Measured]
    theirs: Sequence[bare.Measured]

    @property
    def rate(self) -> float:
        """Games a minute of the best round."""
        return max(each.games_per_minute for each in self.ours)

    @property
    def referee_rate(self) -> float:
        return max(each.games_per_minute for each in self.theirs)

    @property
    def referee_cores(self) -> float:
        """How many the referee and the programs it plays keep busy, in the best round."""
        best = max(self.theirs, key=lambda each: each.games_per_minute)
        return best.games_per_minute * best.cpu_ms_a_game / 60_000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.platform", description=__doc__)
    parser.add_argument("--scenario", choices=[*SCENARIOS, "all"], default="all")
    parser.add_argument("--variant", help="another one with two seats")
    parser.add_argument("--games", type=int, help="per round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    parser.add_argument("--linear", action="store_true", help="also with one process: how much do two bring?")
    parser.add_argument("--pgbouncer", default="", metavar="PROGRAM", help="workers reach the database through it")
    parser.add_argument(
        "--role", choices=["trusted", "untrusted"], default="", help="workers are restricted, and control takes in"
    )
    wanted = parser.parse_args()
    print(f"engines: {'compiled' if is_compiled() else 'interpreted'}, {wanted.workers} processes")
    figures = []
    with tempfile.TemporaryDirectory(prefix="karma-benchmark-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        with arena.running(folder, wanted.pgbouncer, wanted.role) as site:
            for chosen in SCENARIOS if wanted.scenario == "all" else [wanted.scenario]:
                usual = SCENARIOS[chosen]
                scenario = replace(usual, variant=wanted.variant or usual.variant, games=wanted.games or usual.games)
                figures += compare(site, scenario, wanted)
    show(figures)


def compare(site: arena.Arena, scenario: Scenario, wanted: argparse.Namespace) -> list[Figure]:
    versions = arena.uploads() if scenario.name == "uploads" else arena.house_bots()
    print(f"\n{scenario.name}: {scenario.variant}, best of {wanted.rounds} rounds of {scenario.games} games")
    alone = measure(site, versions, scenario, 1, wanted.rounds) if wanted.linear else None
    compared = measure(site, versions, scenario, wanted.workers, wanted.rounds)
    figures = figures_of(scenario, compared)
    if alone is not None:
        gain, referee = compared.rate / alone.rate, compared.referee_rate / alone.referee_rate
        print(
            f"games with {wanted.workers} processes / with 1: {gain:.2f}, by the referee alone {referee:.2f}; of "
            f"{os.cpu_count()} cores it keeps {alone.referee_cores:.2f} busy with one process (so no more than "
            f"{(os.cpu_count() or 1) / alone.referee_cores:.2f} is to be had) and {compared.referee_cores:.2f} with "
            f"{wanted.workers}"
        )
        name = f"{scenario.name}: games with {wanted.workers} processes / with 1"
        if scenario.name == "uploads":  # programs of one game run on several cores already, unless they are kept on one
            name += ", a core each"
            one, several = (
                measure(site, versions, scenario, workers, wanted.rounds, a_core_each=True)
                for workers in (1, wanted.workers)
            )
            gain = several.rate / one.rate
        figures.append(Figure(name, gain, 1.8, True))
    return figures


def measure(
    site: arena.Arena,
    versions: "list[BotVersion]",
    scenario: Scenario,
    workers: int,
    rounds: int,
    *,
    a_core_each: bool = False,
) -> Compared:
    ours, theirs = [], []
    key = f"{scenario.name}-{workers}-{a_core_each}"
    bare_of = partial(bare.measure, sandboxed=scenario.name == "uploads", a_core_each=a_core_each)
    site.start_play(workers, a_core_each=a_core_each)
    arena.play(site, versions, scenario.variant, 64 * workers, f"{key}-warm-up")
    for number in range(rounds):
        ours.append(arena.play(site, versions, scenario.variant, scenario.games, f"{key}-{number}"))
        theirs.append(bare_of(scenario.variant, scenario.games, workers))
    site.stop_play()
    compared = Compared(ours, theirs)
    report(compared, f"{workers} processes" + (", a core each" if a_core_each else ""))
    return compared


def report(compared: Compared, who: str) -> None:
    for name, rounds in (("through the platform", compared.ours), ("by the referee alone", compared.theirs)):
        rates = ", ".join(f"{each.games_per_minute:,.0f}" for each in rounds)
        print(f"{who}, games/min {name}: {rates}")
    for each in compared.ours:
        print(f"    a game: {each.cost.a_game(each.games)}", flush=True)


def figures_of(scenario: Scenario, compared: Compared) -> list[Figure]:
    """Times by the best round, counts by the worst."""
    name = scenario.name
    cpu = min(each.cost.workers_ms / each.games for each in compared.ours)
    referee_cpu = min(each.cpu_ms_a_game for each in compared.theirs)
    least = [Figure(f"{name}: games a minute", compared.rate, scenario.least, True)] if scenario.least else []

    def worst(count: "Callable[[Count], float]") -> float:
        return max(count(each.cost) / each.games for each in compared.ours)

    return [
        Figure(f"{name}: time of a game / the referee's", compared.referee_rate / compared.rate, scenario.most),
        Figure(f"{name}: CPU of the workers / the referee's", cpu / referee_cpu, scenario.most),
        *least,
        Figure(f"{name}: statements a game", worst(lambda cost: cost.statements), 3.0),
        Figure(f"{name}: fsyncs a game", worst(lambda cost: cost.fsyncs.all), 0.1),
        Figure(f"{name}: messages a game", worst(lambda cost: cost.messages), 0.05),
        Figure(f"{name}: CPU ms of PostgreSQL a game", worst(lambda cost: cost.postgres_ms), 1.0),
    ]


if __name__ == "__main__":
    main()
