"""``python -m benchmarks.replays``: frames of long games on the server, and the viewer in Chromium.

Server figures are processor time of this process, beside the engine alone playing the same game again. The browser's
are what Chromium's own metrics say between two points, beside the same game as a page of text (first frame) and beside
lichess' own board (a step). On a busy machine look at the ratios and the script time, not at the clock.
"""

import argparse
import gzip
import statistics
import time
from collections.abc import Callable
from typing import TypeVar

import orjson

from arena.replays.frames import frames
from arena.replays.perspective import Perspective
from benchmarks.replays.long_game import long_game
from benchmarks.replays.measured import Measured
from engines import Deal, new_game
from engines.registry import games
from referee.replay import Replay

SLUGS = ("karma-6", "karmaka-4", "diamoniak-4")
STEPS = 200
ROUNDS = 5
T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """The least milliseconds of processor time of some rounds, and what came out."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        found = work()
        times.append(1e3 * (time.process_time() - start))
    return min(times), found


def played_again(replay: Replay) -> None:
    """What every way of looking at a replay has to do first."""
    state = new_game(replay.variant, Deal(replay.seed), replay.first_seat, record=True)
    for action in replay.actions:
        state.play(action.seat, action.action)


def server() -> None:
    print("Milliseconds of processor time; the ratio is to the engine playing the game again and showing nothing.")
    print(
        f"{'game':<13}{'steps':>6}{'engine':>9}{'as':>8}{'frames':>9}{'ratio':>8}{'pack':>8}{'JSON':>9}{'gzip':>9} KB"
    )
    for slug in SLUGS:
        replay = long_game(slug)
        alone, _ = timed(lambda: played_again(replay))  # noqa: B023 - called at once
        for word in ("public", "0", "all"):
            perspective = Perspective.parse(word)
            assert perspective is not None
            shown, told = timed(lambda: frames(replay, perspective))  # noqa: B023 - called at once
            plain = orjson.dumps(told)
            packing, packed = timed(lambda: gzip.compress(orjson.dumps(told), 6))  # noqa: B023 - called at once
            times = f"{alone:>9.1f}{word:>8}{shown:>9.0f}{shown / alone:>8.1f}{packing:>8.0f}"
            print(f"{slug:<13}{len(replay.actions):>6}{times}{len(plain) / 1024:>9.0f}{len(packed) / 1024:>9.0f}")


def browser() -> None:
    from benchmarks.replays.chromium import measure  # noqa: PLC0415 - needs a browser; the server part does not

    print("\nMilliseconds; the last three for each step.")
    print(f"{'':<20}{'window':>8}{'first frame':>13}{'script':>9}{'style+layout':>14}{'all':>7}")
    found = list(measure(("karma-6",), STEPS))
    for each in found:
        print(f"{each.what:<20}{each.window:>8}{cell(each.first_frame_ms, 13, 0)}{cell(each.script_ms, 9, 2)}"
              f"{cell(each.layout_ms, 14, 2)}{cell(each.task_ms, 7, 2)}")  # fmt: skip
    ratios(found)
    print(f"Script of the page: {statistics.mean(sizes()) / 1024:.1f} KB compressed.")


def cell(value: float, width: int, digits: int) -> str:
    return f"{value:>{width}.{digits}f}" if value else f"{'–':>{width}}"


def ratios(found: list[Measured]) -> None:
    by_name = {(each.what, each.window): each for each in found}
    ours, text = by_name["karma-6", "desktop"], by_name["the same as text", "desktop"]
    print(f"First frame: {ours.first_frame_ms / text.first_frame_ms:.1f} times the first paint of the game as text.")
    for each in found:
        if each.what.startswith("chessground"):
            script, whole = ours.script_ms / each.script_ms, ours.task_ms / each.task_ms
            print(f"A step: {script:.1f} times the script, {whole:.1f} times the whole of a move on {each.what}.")


def sizes() -> list[int]:
    """Compressed size of all scripts of a replay page, per game."""
    from arena.settings.environment import PACKAGE  # noqa: PLC0415 - reads the environment

    shared = [*(PACKAGE / "static" / "js" / "replay").glob("*.js"), PACKAGE / "static" / "js" / "site.js"]
    return [
        sum(len(gzip.compress(path.read_bytes())) for path in [*shared, *(game.folder / "web").glob("*.js")])
        for game in games()
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replays", description=__doc__)
    parser.add_argument("--only", choices=["server", "browser"])
    only = parser.parse_args().only
    if only != "browser":
        server()
    if only != "server":
        browser()
