"""``python -m benchmarks.platform``: games through real workers, beside the bare referee.

Rounds of both alternate and the best of each counts, so that a busy machine disturbs the ratio little. What the servers
count and the time of processors are given per game; they hardly depend on what else the machine does. Two scenarios:
short games of house bots, where what the platform costs shows most, and uploaded Python bots in their sandbox.
"""

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.platform import arena, bare
from engines.compiled import is_compiled

if TYPE_CHECKING:
    from arena.bots.models import BotVersion


@dataclass(frozen=True)
class Scenario:
    name: str
    variant: str
    games: int
    """Of a round."""


SCENARIOS = {each.name: each for each in (Scenario("house", "diamoniak-2", 2000), Scenario("uploads", "karma-2", 400))}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.platform", description=__doc__)
    parser.add_argument("--scenario", choices=[*SCENARIOS, "all"], default="all")
    parser.add_argument("--variant", help="another one with two seats")
    parser.add_argument("--games", type=int, help="per round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    parser.add_argument("--linear", action="store_true", help="also with one process: how much do two bring?")
    wanted = parser.parse_args()
    print(f"engines: {'compiled' if is_compiled() else 'interpreted'}, {wanted.workers} processes")
    with tempfile.TemporaryDirectory(prefix="karma-benchmark-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        with arena.running(folder) as site:
            for chosen in SCENARIOS if wanted.scenario == "all" else [wanted.scenario]:
                usual = SCENARIOS[chosen]
                scenario = Scenario(chosen, wanted.variant or usual.variant, wanted.games or usual.games)
                compare(site, scenario, wanted)


def compare(site: arena.Arena, scenario: Scenario, wanted: argparse.Namespace) -> None:
    versions = arena.uploads() if scenario.name == "uploads" else arena.house_bots()
    print(f"\n{scenario.name}: {scenario.variant}, best of {wanted.rounds} rounds of {scenario.games} games")
    alone = measure(site, versions, scenario, 1, wanted.rounds) if wanted.linear else None
    best = measure(site, versions, scenario, wanted.workers, wanted.rounds)
    if alone is not None:
        print(f"{wanted.workers} processes bring {best / alone:.2f} times the games of one")


def measure(site: arena.Arena, versions: "list[BotVersion]", scenario: Scenario, workers: int, rounds: int) -> float:
    """Games per minute of the best round."""
    ours, theirs = [], []
    key = f"{scenario.name}-{workers}"
    site.start_play(workers)
    arena.play(site, versions, scenario.variant, 64 * workers, f"{key}-warm-up")
    for number in range(rounds):
        ours.append(arena.play(site, versions, scenario.variant, scenario.games, f"{key}-{number}"))
        sandboxed = scenario.name == "uploads"
        theirs.append(bare.measure(scenario.variant, scenario.games, workers, sandboxed=sandboxed))
    site.stop_play()
    report(ours, theirs, workers)
    return max(each.games_per_minute for each in ours)


def report(ours: list[arena.Measured], theirs: list[bare.Measured], workers: int) -> None:
    rate, referee = (max(each.games_per_minute for each in side) for side in (ours, theirs))
    cpu = min(each.cost.workers_ms / each.games for each in ours)
    referee_cpu = min(each.cpu_ms_a_game for each in theirs)
    rates = [", ".join(f"{each.games_per_minute:.0f}" for each in side) for side in (ours, theirs)]
    print(f"{workers} processes: {rate:.0f} games/min through the platform ({rates[0]})")
    print(f"    the referee alone {referee:.0f} ({rates[1]}): {referee / rate:.2f} times")
    print(f"    CPU of workers {cpu:.2f} ms a game, of the referee {referee_cpu:.2f}: {cpu / referee_cpu:.2f} times")
    for each in ours:
        print(f"    a game: {each.cost.a_game(each.games)}")


if __name__ == "__main__":
    main()
