"""``python -m benchmarks.platform``: games per minute through real workers, beside the bare referee.

Rounds of both alternate and the best of each counts, so that a busy machine disturbs the ratio little. The games are
short (two random house bots): what a game costs the platform shows most where the game itself costs little.
"""

import argparse
import tempfile
from pathlib import Path

from benchmarks.platform import arena, bare
from engines.compiled import is_compiled


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.platform", description=__doc__)
    parser.add_argument("--variant", default="diamoniak-2", help="one with two seats")
    parser.add_argument("--games", type=int, default=400, help="per round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    wanted = parser.parse_args()
    ours, theirs = [], []
    with tempfile.TemporaryDirectory(prefix="karma-benchmark-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        with arena.running(folder, wanted.workers):
            arena.games_per_minute(wanted.variant, 20, "warm-up")
            for number in range(wanted.rounds):
                ours.append(arena.games_per_minute(wanted.variant, wanted.games, f"round-{number}"))
                theirs.append(bare.games_per_minute(wanted.variant, wanted.games, wanted.workers))
    print(f"engines: {'compiled' if is_compiled() else 'interpreted'}; {wanted.variant}, {wanted.workers} processes, "
          f"best of {wanted.rounds} rounds of {wanted.games} games")  # fmt: skip
    for label, rates in (("through the platform", ours), ("bare referee", theirs)):
        each_ms = 60_000 * wanted.workers / max(rates)
        print(f"{label:<24}{max(rates):>10.0f} games/min{each_ms:>10.2f} ms a game and process   all rounds: "
              f"{', '.join(f'{rate:.0f}' for rate in rates)}")  # fmt: skip
    print(f"overhead of the platform: {max(theirs) / max(ours):.1f} times the bare referee, "
          f"{60_000 * wanted.workers * (1 / max(ours) - 1 / max(theirs)):.2f} ms a game")  # fmt: skip


if __name__ == "__main__":
    main()
