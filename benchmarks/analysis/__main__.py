"""``python -m benchmarks.analysis luck``: is luck fair, and what do line and luck cost?

``python -m benchmarks.analysis mistakes``: what does the search for mistakes cost, and do they hold?
"""

import argparse
import math
from pathlib import Path

from benchmarks.analysis import bias, mistakes
from engines import variant
from engines.registry import games
from referee.analysis.mistakes import MistakesError, refuse_unless_judged

GAMES = {"luck": 4_000, "mistakes": 40}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.analysis", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, help=f"so many of each variant: {GAMES} unless said")
    parser.add_argument("--variants", nargs="*", help="the smallest of every game unless said")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--file", type=Path, help="where a run goes on: analysis-luck.jsonl unless said, and so on")
    told = parser.parse_args()
    slugs = told.variants or [game.engine.variants()[0].slug for game in games()]
    number = told.games or GAMES[told.what]
    file = told.file or Path(f"analysis-{told.what}.jsonl")
    if told.what == "luck":
        bias.table(slugs, number, file, told.minutes)
    else:
        mistakes.table([slug for slug in slugs if _is_judged(slug)], number, file, told.minutes)


def _is_judged(slug: str) -> bool:
    try:
        refuse_unless_judged(variant(slug))
    except MistakesError as reason:
        print(reason)
        return False
    return True


if __name__ == "__main__":
    main()
