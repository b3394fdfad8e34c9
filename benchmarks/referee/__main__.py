"""``python -m benchmarks.referee``: sandboxed games beside a plain pipe and beside kaggle-environments.

kaggle-environments is installed from PyPI into a throw-away virtual environment, for this run only. Rounds alternate
and the best of each counts, so that a busy machine disturbs the ratios little. CPU time counts everybody involved.
"""

import argparse
import subprocess
import tempfile
import venv
from pathlib import Path
from statistics import median

from benchmarks.referee.rounds import SDK_BOT, Cost, InProcess, Kaggle, PlainPipe, Sandboxed, json_us
from engines.compiled import is_compiled

AIM = 50
REFERENCES = {"connectx": "Connect X", "open_spiel_gin_rummy": "gin rummy"}


def install_kaggle(folder: Path) -> str:
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "kaggle-environments"], check=True)
    return python


def row(name: str, costs: list[Cost]) -> tuple[float, float]:
    """Print a contestant's best round; its steps per second of wall and of CPU time."""
    wall = max(cost.steps / cost.wall_s for cost in costs)
    cpu = max(cost.steps / cost.cpu_s for cost in costs)
    games = max(cost.games / cost.wall_s for cost in costs)
    print(f"{name:<34}{games:>10.1f}{wall:>12.0f}{1e6 / wall:>10.1f}{cpu:>14.0f}{1e6 / cpu:>10.1f}")
    return wall, cpu


def step(name: str, costs: list[Cost], floor: float) -> None:
    took = min(cost.play_us for cost in costs)
    warming = median(cost.warming_us for cost in costs)
    print(f"{name} with starts and ends out of the way: {took:.1f} us, "
          f"{took * floor / 1e6:.2f} x the plain pipe (target: at most 1.25); "
          f"{warming:.1f} us of it because every game has a new process, the pipe's is the same for all")  # fmt: skip


def compare(rounds: int, games: int, python: str | None) -> None:
    sandboxed, inside, pipe = Sandboxed(), InProcess(), PlainPipe()
    with_sdk, sdk_pipe = Sandboxed(SDK_BOT), PlainPipe(SDK_BOT)
    kaggle = {game: Kaggle(python, game) for game in REFERENCES} if python else {}
    costs: dict[str, list[Cost]] = {name: [] for name in ("sandboxed", "inside", "pipe", "SDK", "SDK pipe", *kaggle)}
    for ours in (sandboxed, with_sdk):
        ours.round(2)  # the first game builds the jails
    try:
        for _ in range(rounds):
            costs["sandboxed"].append(sandboxed.round(games))
            costs["inside"].append(inside.round(games))
            costs["pipe"].append(pipe.round(games))
            costs["SDK"].append(with_sdk.round(games))
            costs["SDK pipe"].append(sdk_pipe.round(games))
            for game, reference in kaggle.items():
                costs[game].append(reference.round(max(1, games // 10)))
    finally:
        sandboxed.close()
        with_sdk.close()
    print(f"engines: {'compiled' if is_compiled() else 'interpreted'}; best of {rounds} rounds of {games} games")
    print(f"{'':<34}{'games/s':>10}{'steps/s':>12}{'us/step':>10}{'steps/CPU s':>14}{'CPU us':>10}")
    own = row("referee, sandboxed Python bots", costs["sandboxed"])
    near = row("referee, bots in-process", costs["inside"])
    floor = row("engine + plain pipe, same bots", costs["pipe"])
    row("referee, sandboxed SDK bots", costs["SDK"])
    sdk_floor = row("engine + plain pipe, SDK bots", costs["SDK pipe"])
    theirs = {game: row(f"kaggle-environments, {REFERENCES[game]}", costs[game]) for game in kaggle}
    print(f"the bot's own JSON: {min(json_us(games) for _ in range(rounds)):.1f} us a step")
    print(f"overhead of the referee per step: {1e6 / own[0] - 1e6 / floor[0]:.1f} us wall, "
          f"{1e6 / own[1] - 1e6 / floor[1]:.1f} us CPU (process starts included)")  # fmt: skip
    step("a sandboxed step", costs["sandboxed"], floor[0])
    step("the same with the SDK", costs["SDK"], sdk_floor[0])
    for game, figures in theirs.items():
        for name, speed in (("sandboxed", own), ("in-process", near), ("plain pipe", floor)):
            wall, cpu = speed[0] / figures[0], speed[1] / figures[1]
            print(
                f"{name}: {wall:.1f} x kaggle-environments' {REFERENCES[game]} by wall, {cpu:.1f} x by CPU (aim {AIM})"
            )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.referee", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=20, help="games per round")
    parser.add_argument("--kaggle", help="an interpreter that has kaggle-environments; by default one is made")
    parser.add_argument("--no-kaggle", action="store_true", help="leave the reference out")
    wanted = parser.parse_args()
    if wanted.no_kaggle or wanted.kaggle:
        compare(wanted.rounds, wanted.games, None if wanted.no_kaggle else wanted.kaggle)
        return
    with tempfile.TemporaryDirectory(prefix="karma-kaggle-") as folder:
        compare(wanted.rounds, wanted.games, install_kaggle(Path(folder)))


if __name__ == "__main__":
    main()
