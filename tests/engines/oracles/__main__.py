"""Compares engines and oracles by command: ``python -m tests.engines.oracles --games 10000 karma-4``."""

import argparse
import sys
import time

from tests.engines.oracles.catalogue import all_slugs, oracle_of
from tests.engines.oracles.comparing import DifferenceError, Played, compare_game

PROGRESS_S = 5.0


def compare_variant(slug: str, games: range) -> Played:
    """So many games of a variant, with a line of progress now and then. Raises the first ``DifferenceError``."""
    played, shown = Played(), time.monotonic()
    for number in games:
        played.add(compare_game(slug, number))
        if time.monotonic() - shown > PROGRESS_S:
            shown = time.monotonic()
            print(f"  {slug}: {played.games:,} of {len(games):,} games", file=sys.stderr, flush=True)
    return played


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engines.oracles", description=__doc__)
    parser.add_argument("variants", nargs="*", metavar="variant", help="slugs; without any, all that oracles name")
    parser.add_argument("--games", type=int, default=100, help="games of each variant")
    parser.add_argument("--first", type=int, default=0, help="number of the first game, to see one again")
    wanted = parser.parse_args(arguments)
    differences, total, began = 0, Played(), time.monotonic()
    slugs = wanted.variants or all_slugs()
    for slug in slugs:
        try:
            played = compare_variant(slug, range(wanted.first, wanted.first + wanted.games))
        except DifferenceError as difference:
            differences += 1
            print(f"{difference}\n", flush=True)
            continue
        total.add(played)
        print(f"{slug}: {played.games:,} games, {played.decisions:,} decisions, {played.capped:,} capped", flush=True)
    print("  ".join(f"{name} {count:,}" for name, count in sorted(total.happened.items())))
    print_rare(total, {slug.partition("-")[0] for slug in slugs})
    seconds = time.monotonic() - began
    print(f"{total.games:,} games, {total.decisions:,} decisions without a difference; {differences} variants differ")
    print(f"{seconds:,.0f} s")
    return 1 if differences else 0


def print_rare(total: Played, games: set[str]) -> None:
    """In how many games each rare moment happened; those that did not are not covered by this run."""
    for game in sorted(games):
        for moment in oracle_of(game).rare:
            print(f"  {total.rare[moment] or 'never':>8}  {game}: {moment}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
