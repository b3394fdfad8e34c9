"""``python -m benchmarks.learning``: trains a policy and plays the bot made of it against the house, in blocks.

It is what an author types: ``python -m bots.learner``, then ``arena play`` in the sandbox. Needs the bots' packages
(``arena packages --install``).
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any


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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("--variant", default="diamoniak-2")
    parser.add_argument("--minutes", default="8", help="of learning (default 8)")
    parser.add_argument("--blocks", type=int, default=200, help="against each house bot (default 200)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "learner"
        print(run("-m", "bots.learner", options.variant, str(bot), "--minutes", options.minutes))
        print(f"policy.onnx has {(bot / 'policy.onnx').stat().st_size / 1e6:.1f} MB")
        for opponent in ("random", "greedy", "expert"):
            told = score(options.variant, bot, opponent, options.blocks)
            line = told["bots"][0]
            print(
                f"against house:{opponent}: {line['mean']:.3f} points a game "
                f"({line['low']:.3f} to {line['high']:.3f}) in {told['games']} games, {told['faults']} faults",
                flush=True,
            )


if __name__ == "__main__":
    main()
