"""How much one seat can tell the other by thinking longer or shorter, within the rules of the clock.

    python -m tests.matches.timing.channel [--variant SLUG] [--games 4]

Two jailed bots play real games. Seat 0 waits one of so many times before each answer, all within the free time of a
decision; seat 1 looks at its own clock when it is asked. What counts is the information that arrives: the spread of the
mistakes is taken off what was sent. No rule forbids to think for a while, and no jail hides that time passes.
"""

import argparse
import math
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from engines import variants
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.entrants import ProgramEntrant
from referee.game import play_game
from referee.record import GameRecord
from tests.sandbox.cast import python_program

LEVELS = (2, 8, 32, 128)
SHARE = 0.95
"""Of the free time of a decision that the longest wait takes."""
BOT = """
import random, time
from bots.sdk import Bot, log

class Talker(Bot):
    name = "Talker"
    since = None

    def choose(self, request):
        now = time.monotonic()
        if self.hello.seat:
            log("-" if self.since is None else f"{(now - self.since) * 1000:.2f}")
        else:
            symbol = random.randrange(LEVELS)
            log(str(symbol))
            time.sleep(symbol * STEP_MS / 1000)
        self.since = time.monotonic()
        return random.choice(request.legal)

Talker().run()
"""


@dataclass(frozen=True)
class Heard:
    levels: int
    step_ms: float
    messages: int
    right: int
    bits: float
    """That arrive with one message."""
    per_game: float


def talk(slug: str, levels: int, games: int, control: TimeControl | None = None) -> Heard:
    clock = control or TimeControl()
    step = clock.decision_ms * SHARE / (levels - 1)
    errors: list[int] = []
    with tempfile.TemporaryDirectory(prefix="karma-talk-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        source = f"LEVELS, STEP_MS = {levels}, {step!r}\n" + BOT
        program = python_program(Path(folder) / "talker", source)
        with ProgramEntrant(program, "Talker") as talker:
            for number in range(games):
                channels = [talker.open(slug), talker.open(slug)]
                record = play_game(slug, channels, SealedDeal.from_text(f"talk {number}"), control=clock)
                errors += mistakes(record, step)
    right = errors.count(0)
    bits = max(0.0, math.log2(levels) - _entropy(errors)) if errors else 0.0
    return Heard(levels, step, len(errors), right, bits, bits * len(errors) / games)


def mistakes(record: GameRecord, step_ms: float) -> list[int]:
    """By how many levels the listener was wrong, for each message that stood alone between two of its requests."""
    if record.termination.value not in ("normal", "cap"):
        raise SystemExit(f"the game did not end as it should: {record.termination.value}, {record.void_reason}")
    sent = [int(line) for line in record.seats[0].stderr_tail.split()]
    heard = record.seats[1].stderr_tail.split()
    pairs = []
    waiting: list[int] = []
    for decision in record.decisions:
        if decision.seat == 0:
            waiting.append(sent.pop(0))
            continue
        gap = heard.pop(0)
        if gap != "-" and len(waiting) == 1:
            pairs.append((waiting[0], float(gap)))
        waiting = []
    # What every message takes on the way: both sides can learn it.
    offset = sorted(gap - symbol * step_ms for symbol, gap in pairs)[len(pairs) // 2] if pairs else 0.0
    return [round((gap - offset) / step_ms) - symbol for symbol, gap in pairs]


def _entropy(errors: list[int]) -> float:
    """In bits, with Miller and Madow's correction for few of them."""
    shares = [count / len(errors) for count in Counter(errors).values()]
    return -sum(share * math.log2(share) for share in shares) + (len(shares) - 1) / (2 * len(errors) * math.log(2))


def main() -> None:
    first = next(each.slug for each in variants() if each.seats == 2)
    parser = argparse.ArgumentParser(prog="python -m tests.matches.timing.channel", description=__doc__)
    parser.add_argument("--variant", default=first, help="of two seats (%(default)s)")
    parser.add_argument("--games", type=int, default=4)
    options = parser.parse_args()
    print(f"{options.variant}, {TimeControl().decision_ms} ms free for a decision, {options.games} games for each row")
    print(f"{'times':>6}{'apart':>10}{'messages':>10}{'right':>8}{'bits each':>11}{'bits a game':>13}")
    for levels in LEVELS:
        heard = talk(options.variant, levels, options.games)
        print(f"{levels:>6}{heard.step_ms:>7.1f} ms{heard.messages:>10}{heard.right:>8}{heard.bits:>11.2f}"
              f"{heard.per_game:>13.1f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
