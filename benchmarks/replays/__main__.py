"""``python -m benchmarks.replays``: frames of long games on the server, and the viewer in Chromium.

Server figures are processor time of this process. The browser's are what Chromium's own metrics say between two
points; on a busy machine look at the script time, not at the clock.
"""

import argparse
import gzip
import statistics
import time

import orjson

from arena.replays.frames import frames
from arena.replays.perspective import Perspective
from benchmarks.replays.long_game import long_game

SLUGS = ("karma-6", "karmaka-4", "diamoniak-4")
STEPS = 200


def server() -> None:
    print(f"{'game':<13}{'steps':>6}{'as':>8}{'frames':>10}{'pack':>8}{'JSON':>9}{'gzip':>9}   (ms of CPU, KB)")
    for slug in SLUGS:
        replay = long_game(slug)
        for word in ("public", "0", "all"):
            perspective = Perspective.parse(word)
            assert perspective is not None
            computing, packing = [], []
            for _ in range(5):
                start = time.process_time()
                told = frames(replay, perspective)
                between = time.process_time()
                plain = orjson.dumps(told)
                packed = gzip.compress(plain, 6)
                computing.append(between - start)
                packing.append(time.process_time() - between)
            times = f"{1e3 * min(computing):>10.0f}{1e3 * min(packing):>8.0f}"
            print(
                f"{slug:<13}{len(replay.actions):>6}{word:>8}{times}{len(plain) / 1024:>9.0f}{len(packed) / 1024:>9.0f}"
            )


def browser() -> None:
    from benchmarks.replays.chromium import measure  # noqa: PLC0415 - needs a browser; the server part does not

    print("\nMilliseconds; the last three for each step.")
    print(f"{'game':<13}{'window':>8}{'first frame':>13}{'script':>9}{'style+layout':>14}{'all':>7}")
    for found in measure(("karma-6",), STEPS):
        cells = f"{found.first_frame_ms:>13.0f}{found.script_ms:>9.2f}{found.layout_ms:>14.2f}{found.task_ms:>7.2f}"
        print(f"{found.slug:<13}{found.window:>8}{cells}")
    print(f"Script of the page: {statistics.mean(sizes()) / 1024:.1f} KB compressed.")


def sizes() -> list[int]:
    """Compressed size of all scripts of a replay page, per game."""
    from arena.settings.environment import ENGINES, PACKAGE  # noqa: PLC0415 - reads the environment

    shared = [*(PACKAGE / "static" / "js" / "replay").glob("*.js"), PACKAGE / "static" / "js" / "site.js"]
    return [
        sum(len(gzip.compress(path.read_bytes())) for path in [*shared, *web.glob("*.js")])
        for web in ENGINES.glob("*/web")
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["server", "browser"])
    only = parser.parse_args().only
    if only != "browser":
        server()
    if only != "server":
        browser()
