"""``python -m benchmarks.house``: is each house bot measurably stronger than the one before it, on every game?

Blocks through the referee, bots inside the process. ``--write`` puts its rows into docs/bot-authors/house-bots.md.
Nearly all of the time is the search's, so compile the engines first; ``--blocks 0.2`` plays a fifth of the blocks.
"""

import argparse
import sys
from itertools import pairwise

from benchmarks.house.ladder import Comparison, compare
from benchmarks.house.table import HEAD, row, write
from bots.house.registry import names
from engines import variant, variants

BLOCKS = {
    "karma": {"greedy": 20, "expert": 120, "search": 16},
    "karmaka": {"greedy": 20, "expert": 160, "search": 16},
    "karmaka-wolf": {"greedy": 20, "expert": 80, "search": 12},
    "diamoniak": {"greedy": 20, "expert": 120, "search": 30},
}
"""By game or variant, and stronger bot: as many as its lead needs, and no more than its speed allows."""
USUAL = {"greedy": 20, "expert": 120, "search": 20}
"""Of a game that is not among them."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.house", description=__doc__)
    parser.add_argument("--variants", nargs="+", default=[each.slug for each in variants()], metavar="SLUG")
    parser.add_argument("--bots", nargs="+", default=names()[1:], choices=names()[1:], help="the stronger of each pair")
    parser.add_argument("--blocks", type=float, default=1.0, help="factor on the number of blocks")
    parser.add_argument("--seed", default="house")
    parser.add_argument("--write", action="store_true", help="into the page for bot authors")
    arguments = parser.parse_args()
    print(HEAD, flush=True)
    results: list[Comparison] = []
    for slug in arguments.variants:
        game = variant(slug).game
        for weaker, stronger in pairwise(names(game)):
            if stronger in arguments.bots:
                usual = BLOCKS.get(slug, BLOCKS.get(game, USUAL))[stronger]
                blocks = max(2, round(usual * arguments.blocks))
                results.append(compare(slug, stronger, weaker, blocks, arguments.seed))
                print(row(results[-1]), flush=True)
    if arguments.write:
        write(results)
    return 0 if all(result.is_settled for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
