"""``python -m benchmarks.time_to_rating``: seconds from "ready" to a rating that is not provisional, in the real demo.

Newcomers are uploaded one after the other to a demo whose own bots are placed; each is checked in the sandbox, joins
the ladders and is watched in the database. First bots of one game, then bots that play on every ladder at once.
"""

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.figures import Figure, show
from benchmarks.time_to_rating import demo
from engines import variant


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.time_to_rating", description=__doc__)
    parser.add_argument("--variant", default="karma-2", help="the ladder that is timed")
    parser.add_argument("--bots", type=int, default=8, help="newcomers of that game")
    parser.add_argument("--everywhere", type=int, default=3, help="newcomers that play on all ladders of the demo")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="karma-benchmark-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        with demo.running(folder, wanted.workers):
            begin = time.monotonic()
            demo.wait_until_the_field_is_placed()
            print(f"the demo's own bots are placed after {time.monotonic() - begin:.0f} s", flush=True)
            figures = _time_one_game(wanted.variant, wanted.bots)
            figures += _time_everywhere(wanted.bots, wanted.everywhere)
    show(figures)


def _time_one_game(slug: str, count: int) -> list[Figure]:
    seconds = []
    for number in range(count):
        kind = demo.KINDS[number % len(demo.KINDS)]
        version = demo.upload(kind, number, [variant(slug).game])
        (timed,) = demo.wait_for_ratings(version, [slug])
        seconds.append(timed.seconds)
        print(f"{kind:<12}{timed.games:6} games   rating {timed.rating:.0f}   {timed}", flush=True)
    if not seconds:
        return []
    print(f"{slug}: median {median(seconds):.1f} s, longest {max(seconds):.1f} s of {count} newcomers", flush=True)
    return [Figure(f"{slug}: median seconds to a rating", median(seconds), 60.0)]


def _time_everywhere(first: int, count: int) -> list[Figure]:
    slugs = demo.moving_variants()
    games = sorted({variant(slug).game for slug in slugs})
    longest, at_the_end = [], []
    for number in range(first, first + count):
        kind = demo.KINDS[number % len(demo.KINDS)]
        times = demo.wait_for_ratings(demo.upload(kind, number, games), slugs)
        longest.append(max(timed.seconds for timed in times))
        at_the_end += [f"{kind} on {timed.variant}" for timed in times if timed.verdict]
        shown = ", ".join(str(timed) for timed in times)
        print(f"{'everywhere':<14}{kind:<12}{longest[-1]:8.1f} s   {shown}", flush=True)
    if not longest:
        return []
    name = f"on {len(slugs)} ladders at once"
    print(f"{name}: median {median(longest):.1f} s, longest {max(longest):.1f} s", flush=True)
    if at_the_end:
        # See arena.ratings.ladder.placement: no number of games that anybody would play tells how far out they stand.
        print(f"placed beyond all others, so without a distance: {', '.join(at_the_end)}", flush=True)
    return [Figure(f"{name}: longest seconds to a rating or to an end", max(longest), 180.0)]


if __name__ == "__main__":
    main()
