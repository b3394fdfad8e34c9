"""``python -m benchmarks.learning``: trains a policy and plays the bot made of it against the house, in blocks.

It is what an author types: ``python -m bots.learner``, then ``arena play`` in the sandbox. With ``--ladder`` the bot is
uploaded to a real arena besides, ``manage.py demo`` in a throw-away folder: it is checked there, placed on the ladder
of its variant, and shown on the board beside the house. Needs the bots' packages (``arena packages --install``).
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.time_to_rating import demo
from engines import variant


def run(*words: str) -> str:
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout


def score(variant: str, bot: Path, opponent: str, blocks: int) -> dict[str, Any]:
    told = json.loads(
        run("-c", "from referee.cli import main; main()", "play", variant, str(bot), f"house:{opponent}",
            "--blocks", str(blocks), "--seed", "learning", "--json")
    )  # fmt: skip
    found: dict[str, Any] = told
    return found


def on_a_ladder(slug: str, bot: Path) -> None:
    """Upload it, and show the board once it tells the bot from ``house:greedy``, or after ten minutes."""
    files = {path.name: path.read_bytes() for path in bot.iterdir()}
    with tempfile.TemporaryDirectory(prefix="karma-benchmark-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o711)
        with demo.running(Path(name), workers=2):
            version = demo.submit("Learner", files, [variant(slug).game], [slug])
            (placed,) = demo.wait_for_ratings(version, [slug])
            print(f"{placed}, after {placed.games} games", flush=True)
            end = time.monotonic() + 600
            while not (is_told_apart := _board(slug, version)) and time.monotonic() < end:
                time.sleep(5)
            _board(slug, version, show=True)
            print("It beats house:greedy on the ladder." if is_told_apart else "The board cannot tell it from greedy.")


def _board(slug: str, version: int, *, show: bool = False) -> bool:
    """Does the whole interval of the bot lie above that of greedy?"""
    from arena.ratings.models import Standing  # noqa: PLC0415 - the settings need the addresses of the demo

    lines = Standing.objects.on_board().filter(pool__variant=slug).select_related("version__bot")
    low, high = float("-inf"), float("inf")
    for line in lines.exclude(rating=None):
        rating, margin = line.rating or 0.0, line.margin or 0.0
        if line.version.pk == version:
            low = rating - margin
        elif line.version.bot.house_name == "greedy":
            high = rating + margin
        if show:
            kind = "anchor" if line.is_anchor else f"±{margin:.0f}"
            print(f"{line.position:>3} {line.version.bot.name:<24}{rating:>6.0f} {kind:<8}{line.games:>7} games")
    return low > high


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("--variant", default="diamoniak-2")
    parser.add_argument("--minutes", default="8", help="of learning (default 8)")
    parser.add_argument("--blocks", type=int, default=200, help="against each house bot (default 200)")
    parser.add_argument("--ladder", action="store_true", help="and on the ladder of a real arena (some minutes)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "learner"
        print(run("-m", "bots.learner", options.variant, str(bot), "--minutes", options.minutes))
        print(f"policy.onnx has {(bot / 'policy.onnx').stat().st_size / 1e6:.1f} MB")
        for opponent in ("random", "greedy", "expert") if options.blocks else ():
            told = score(options.variant, bot, opponent, options.blocks)
            line = told["bots"][0]
            print(
                f"against house:{opponent}: {line['mean']:.3f} points a game "
                f"({line['low']:.3f} to {line['high']:.3f}) in {told['games']} games, {told['faults']} faults",
                flush=True,
            )
        if options.ladder:
            on_a_ladder(options.variant, bot)


if __name__ == "__main__":
    main()
