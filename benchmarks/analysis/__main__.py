"""``python -m benchmarks.analysis luck``: is luck fair, and what do line and luck cost?"""

import argparse

from benchmarks.analysis import bias
from engines.registry import games


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.analysis", description=__doc__)
    parser.add_argument("what", choices=["luck"])
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--variants", nargs="*", help="the smallest of every game unless said")
    told = parser.parse_args()
    slugs = told.variants or [game.engine.variants()[0].slug for game in games()]
    bias.table(slugs, told.games)


if __name__ == "__main__":
    main()
