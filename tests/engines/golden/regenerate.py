"""Writes the golden playthroughs anew: ``python -m tests.engines.golden.regenerate [GAME ...]``.

Look at the difference before you commit it: every changed line is a changed rule, action id or view.
"""

import sys
from pathlib import Path

from engines.playthrough import playthrough
from engines.registry import names
from tests.engines.conformance.conftest import slugs_of

FOLDER = Path(__file__).parent


def file_of(slug: str) -> Path:
    return FOLDER / f"{slug}.txt"


def main(chosen: list[str]) -> None:
    for game in chosen or names():
        for old in FOLDER.glob(f"{game}-*.txt"):
            old.unlink()
        for slug in slugs_of(game):
            file_of(slug).write_text(playthrough(slug), encoding="utf-8")
            print(file_of(slug).name)


if __name__ == "__main__":
    main(sys.argv[1:])
