"""``python -m benchmarks.engines``: our engines, compiled and interpreted, beside OpenSpiel's card games.

OpenSpiel is installed from PyPI into a throw-away virtual environment, for this run only. Rounds alternate between
the three, and the best of each counts, so that a busy machine disturbs the ratios little.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from engines.registry import engine, names

MEASURED = {"karma": ["karma-2", "karma-4"], "karmaka": ["karmaka-2", "karmaka-4"], "diamoniak": ["diamoniak-3"]}
"""The figures in the documentation; of any other game its first variant."""
OPENSPIEL_GAMES = ["crazy_eights", "hearts"]
NEAREST = "crazy_eights"
"""A shedding game as Karma is one; the other is there for comparison."""

Figures = dict[str, dict[str, float]]


def best(into: Figures, found: Figures) -> None:
    for name, figures in found.items():
        kept = into.setdefault(name, dict(figures))
        for what, value in figures.items():
            kept[what] = max(kept[what], value) if what == "decisions" else min(kept[what], value)


def run(python: str, script: str, arguments: list[str], form: str) -> Figures:
    environment = {**os.environ, "KARMA_ENGINES": form}
    command = [python, *script.split(), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    if form == "compiled" and not answer.get("compiled", True):
        sys.exit("There is no compiled form of the present sources. Run: python -m engines.build")
    return dict(answer["results"])


def install_openspiel(folder: Path) -> str:
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "open_spiel"], check=True)
    return python


def table(ours: dict[str, Figures], theirs: Figures) -> str:
    lines = [
        f"{'':<30}{'decisions/s':>12}{'ratio':>8}{'clone':>9}{'view':>9}{'resample':>10}{'imagine':>9}{'save':>8}  (us)"
    ]
    nearest = theirs.get(NEAREST, {}).get("decisions", 0.0)
    rows = [(f"{slug} {form}", figures) for form, found in ours.items() for slug, figures in found.items()]
    rows += [(f"OpenSpiel {name}", figures) for name, figures in theirs.items()]
    for name, figures in rows:
        ratio = f"{figures['decisions'] / nearest:>8.2f}" if nearest else f"{'-':>8}"
        costs = [("clone", 9), ("view", 9), ("resample", 10), ("imagine", 9), ("save", 8)]
        cells = "".join(
            f"{figures[what]:>{width}.2f}" if what in figures else f"{'-':>{width}}" for what, width in costs
        )
        lines.append(f"{name:<30}{figures['decisions']:>12,.0f}{ratio}{cells}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engines", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one measurement (default 1)")
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (default 3)")
    parser.add_argument("--game", choices=names(), action="append", help="only this game (may be repeated)")
    parser.add_argument("--without-openspiel", action="store_true", help="measure our engines only")
    options = parser.parse_args()
    slugs = [slug for game in options.game or names() for slug in MEASURED.get(game, [engine(game).variants()[0].slug])]
    length = str(options.seconds)
    ours: dict[str, Figures] = {"compiled": {}, "interpreted": {}}
    theirs: Figures = {}
    with tempfile.TemporaryDirectory() as folder:
        openspiel = "" if options.without_openspiel else install_openspiel(Path(folder))
        for _round in range(options.rounds):
            for form, found in ours.items():
                chosen = "pure" if form == "interpreted" else form
                best(found, run(sys.executable, "-m benchmarks.engines.ours", [length, *slugs], chosen))
            if openspiel:
                script = str(Path(__file__).with_name("openspiel.py"))
                best(theirs, run(openspiel, script, [length, *OPENSPIEL_GAMES], "pure"))
    print(table(ours, theirs))


if __name__ == "__main__":
    main()
