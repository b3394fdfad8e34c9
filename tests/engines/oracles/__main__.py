"""Compares engines and oracles by command: ``python -m tests.engines.oracles --games 10000 karma-4``."""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.engines.oracles.catalogue import GAMES, all_slugs, oracle_of
from tests.engines.oracles.comparing import DifferenceError, Played, compare_game
from tests.engines.oracles.keeping import Kept

PROGRESS_S = 5.0


CHUNK = 25
"""Games that one process plays before it reports."""


def compare_variant(slug: str, games: range, jobs: int, kept: Kept) -> Played:
    """So many games of a variant, with a line of progress now and then. Raises the first ``DifferenceError``."""
    played, shown, left = Played(), time.monotonic(), []
    for chunk in chunks(games):
        before = kept.find(slug, chunk)
        if before is None:
            left.append(chunk)
        else:
            played.add(before)
    for chunk, found in zip(left, compared(slug, left, jobs), strict=True):
        kept.add(slug, chunk, found)
        played.add(found)
        if time.monotonic() - shown > PROGRESS_S:
            shown = time.monotonic()
            print(f"  {slug}: {played.games:,} of {len(games):,} games", file=sys.stderr, flush=True)
    return played


def chunks(games: range) -> list[range]:
    return [games[at : at + CHUNK] for at in range(0, len(games), CHUNK)]


def compared(slug: str, left: list[range], jobs: int) -> Iterator[Played]:
    if jobs == 1:
        yield from map(partial(compare_chunk, slug), left)
        return
    pool = ProcessPoolExecutor(jobs)
    try:
        yield from pool.map(partial(compare_chunk, slug), left)
    finally:
        pool.shutdown(cancel_futures=True)  # after a difference the other games are not worth the wait


def compare_chunk(slug: str, games: range) -> Played:
    played = Played()
    for number in games:
        played.add(compare_game(slug, number))
    return played


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engines.oracles", description=__doc__)
    parser.add_argument("variants", nargs="*", metavar="variant", help="slugs; without any, all that oracles name")
    parser.add_argument("--games", type=int, default=100, help="games of each variant")
    parser.add_argument("--first", type=int, default=0, help="number of the first game, to see one again")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep what was compared there, and go on from there")
    wanted = parser.parse_args(arguments)
    kept = Kept(wanted.keep)
    differences, total, began = 0, Played(), time.monotonic()
    slugs = wanted.variants or all_slugs()
    unknown = [slug for slug in slugs if slug.partition("-")[0] not in GAMES]
    if unknown:
        parser.error(f"no game with an oracle has the variant {unknown[0]}; games: {', '.join(GAMES)}")
    for slug in slugs:
        try:
            played = compare_variant(slug, range(wanted.first, wanted.first + wanted.games), wanted.jobs, kept)
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
