"""Trains a policy against a house bot and writes the bot that plays by it. Needs numpy."""

import argparse
import shutil
import sys
from pathlib import Path
from time import monotonic

from bots.environments.shapes import ShapeError
from bots.learner.onnx_file import as_onnx
from bots.learner.training import Learner
from engines.errors import EngineError

PLAYER = Path(__file__).with_name("player.py")
LINES = 10
"""Of progress."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bots.learner", description=__doc__)
    parser.add_argument("variant", help="what it learns, e.g. diamoniak-2")
    parser.add_argument("into", type=Path, help="a new folder for the bot")
    parser.add_argument("--minutes", type=float, default=8.0, help="how long it learns (default %(default)s)")
    parser.add_argument("--against", default="greedy", help="random, greedy or expert (default %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args(arguments)
    if told.into.exists():
        print(f"{told.into} exists already. Name a new folder.", file=sys.stderr)
        return 2
    try:
        learner = Learner(told.variant, told.against, told.seed)
    except (EngineError, ShapeError, KeyError) as error:
        print(error.args[0] if isinstance(error, KeyError) else error, file=sys.stderr)
        return 2
    _learn(learner, told.minutes * 60)
    told.into.mkdir(parents=True)
    (told.into / "policy.onnx").write_bytes(as_onnx(learner.network.weights, float(learner.scale)))
    shutil.copyfile(PLAYER, told.into / "bot.py")
    print(f"{told.into}: now try arena play {told.variant} {told.into} house:{told.against} --blocks 50")
    return 0


def _learn(learner: Learner, seconds: float) -> None:
    begin = monotonic()
    told = 0
    while (passed := (monotonic() - begin) / seconds) < 1:
        learner.learn(left=1 - passed)
        if passed * LINES >= told + 1:
            told = int(passed * LINES)
            print(
                f"{passed * seconds:4.0f} s  {learner.decisions:>9,} decisions  {learner.games.finished:>7,} games  "
                f"{learner.points:.3f} points a game",
                flush=True,
            )


if __name__ == "__main__":
    sys.exit(main())
