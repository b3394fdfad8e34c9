"""How often the detector is wrong, and how little it needs to be right: arenas of simulated bots.

    python -m tests.matches.timing.arenas --arenas 1000

Honest bots think longer when they have more choices, when the game is late, when their hand is strong, and each in its
own way; what they choose follows from their hand and from what was played before. So times and choices are related
without any message. In a pair that talks the teller waits long or short by what it wants to say, and the listener
follows it now and then.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from arena.matches.timing import ALARM, Observed, look

DECISIONS = 20


@dataclass
class Arena:
    """The bots of one arena, with habits of their own; pairs in ``talking`` use a code."""

    rng: random.Random
    bots: int
    talking: Sequence[tuple[int, int]]
    follows: float
    """How often a listener obeys."""

    def __post_init__(self) -> None:
        self.speed = [self.rng.uniform(1.0, 30.0) for _ in range(self.bots)]
        self.nerves = [self.rng.uniform(-0.4, 0.4) for _ in range(self.bots)]
        self.taste = [self.rng.uniform(-1.0, 1.0) for _ in range(self.bots)]

    def game(self, seats: tuple[int, int], block: int) -> Iterator[Observed]:
        rng = self.rng
        # What lies on the table: everybody sees it, and it moves everybody's time and choice.
        table = rng.gauss(0.0, 1.0)
        for turn in range(DECISIONS):
            teller, listener = seats[turn % 2], seats[(turn + 1) % 2]
            choices, later = rng.randint(1, 9), rng.randint(2, 9)
            hand = rng.gauss(0.3 * table, 1.0)
            is_long = rng.random() < 0.5
            pace = 2.0 ** (self.nerves[teller] * table + rng.gauss(0.0, 0.4))
            time = self.speed[teller] * (1 + 0.2 * choices + 0.05 * turn) * pace
            wish = 0.5 * table + self.taste[listener] * hand + rng.gauss(0.0, 1.0)
            if (teller, listener) in self.talking:
                time *= 1.6 if is_long else 0.6
                if rng.random() < self.follows:
                    wish = abs(wish) if is_long else -abs(wish)
            yield Observed(
                teller=teller,
                listener=listener,
                teller_version=teller,
                listener_version=listener,
                block=block,
                time_ms=time,
                teller_choices=choices,
                teller_choice=min(1.0, max(0.0, (0.5 * table + rng.gauss(0.0, 1.0) + 3) / 6)),
                teller_hand=rng.gauss(0.3 * table, 1.0),
                turn=turn,
                listener_choices=later,
                choice=min(later - 1, max(0, round((wish + 3) / 6 * (later - 1)))) / (later - 1),
                hand=hand,
            )
            table = 0.6 * table + rng.gauss(0.0, 0.8)


def arena(
    seed: int, bots: int = 8, blocks: int = 16, talking: Sequence[tuple[int, int]] = (), follows: float = 0.5
) -> list[Observed]:
    """Everybody meets everybody in so many blocks of two games."""
    made = Arena(random.Random(seed), bots, talking, follows)
    return [
        observed
        for one, other in combinations(range(bots), 2)
        for block in range(blocks)
        for seats in ((one, other), (other, one))
        for observed in made.game(seats, (one * bots + other) * 1000 + block)
    ]


def false_alarms(arenas: int, first: int = 0) -> int:
    """Honest arenas in which somebody is flagged."""
    return sum(bool(look(arena(seed)).flags) for seed in range(first, first + arenas))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.matches.timing.arenas", description=__doc__)
    parser.add_argument("--arenas", type=int, default=200)
    count = parser.parse_args().arenas
    print(f"{count} honest arenas: {false_alarms(count)} with a false alarm (stated: one of {1 / ALARM:.0f})")
    for follows in (0.1, 0.2, 0.3, 0.5):
        found = wrong = 0
        for seed in range(count // 10):
            flagged = {
                (flag.teller, flag.listener) for flag in look(arena(seed, talking=[(0, 1)], follows=follows)).flags
            }
            found += (0, 1) in flagged
            wrong += bool(flagged - {(0, 1)})
        print(f"a pair that heeds {follows:.0%} of its messages: found in {found} of {count // 10}, others in {wrong}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
