"""``python -m benchmarks.environments``: our environments beside those of PettingZoo, RLCard and OpenSpiel.

A step is one action of one game, with observation and legal mask made for whoever is asked next. The others are
installed from PyPI into a throw-away virtual environment. Rounds alternate, and the best of each counts, so that a busy
machine disturbs the ratios little. The last lines are the floor: the same games of our engine without an environment.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

THEIRS = ["pettingzoo", "rlcard", "setuptools", "pygame-ce", "open_spiel"]
LEDUC = "PettingZoo leduc_holdem"
SPIEL = "OpenSpiel SyncVectorEnv, leduc_poker"


def measured(python: str, script: list[str], seconds: float) -> dict[str, float]:
    environment = {**os.environ, "PYTHONWARNINGS": "ignore", "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run([python, *script, str(seconds)], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def installed(folder: Path) -> str:
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", *THEIRS], check=True)
    return python


def table(rates: dict[str, float]) -> str:
    leduc, spiel = rates.get(LEDUC, 0.0), rates.get(SPIEL, 0.0)
    lines = [f"{'':<44}{'steps/s':>10}{'x PettingZoo':>14}{'x OpenSpiel':>13}"]
    for name, rate in rates.items():
        ratios = [f"{rate / other:.2f}" if other else "-" for other in (leduc, spiel)]
        lines.append(f"{name:<44}{rate:>10,.0f}{ratios[0]:>14}{ratios[1]:>13}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environments", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one measurement (default 1)")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (default 3)")
    parser.add_argument("--ours", action="store_true", help="measure our environments only")
    options = parser.parse_args()
    rates: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        theirs = "" if options.ours else installed(Path(folder))
        for _round in range(options.rounds):
            found = measured(sys.executable, ["-m", "benchmarks.environments.ours"], options.seconds)
            if theirs:
                script = str(Path(__file__).with_name("theirs.py"))
                found |= measured(theirs, [script], options.seconds)
            for name, rate in found.items():
                rates[name] = max(rate, rates.get(name, 0.0))
    print(table(rates))


if __name__ == "__main__":
    main()
