"""Looks for a difference in variants by turns, and writes what was found as JSON. Run by ``mutating``."""

import json
import sys

import engines
from tests.engines.oracles.comparing import DifferenceError, compare_game


def search(first: int, games: int, slugs: list[str]) -> tuple[int, str]:
    """How many games were played, and the first difference; empty if there was none."""
    for played in range(games):
        try:
            compare_game(slugs[played % len(slugs)], first + played // len(slugs))
        except DifferenceError as difference:
            return played + 1, str(difference)
    return games, ""


if __name__ == "__main__":
    games, difference = search(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    print(json.dumps({"games": games, "difference": difference, "engines": engines.__file__}))
