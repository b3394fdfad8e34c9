"""``python -m benchmarks.versions``: how often the test of two versions errs, and how many games it takes.

Games are made up by the model behind the ratings: strength, luck that comes with the cards and returns in every game
of a block, and luck of the single game. The test itself is the one that ``arena test`` runs. ``--tests 1000`` gives
narrower figures.
"""

import argparse
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engines import variant
from referee.clock import TimeControl
from referee.points import points
from referee.ratings.scale import POINTS_PER_LOGIT
from referee.ratings.sprt import Verdict, VersionTest
from referee.versions.plan import Plan, Unit
from referee.versions.standing import Standing, Tally

FloatArray = npt.NDArray[np.float64]

OWN = 0.7
"""Share of the luck of a seat that is new in every game of a deal; the rest comes with the cards. A guess."""
OWN_APART = 0.6
"""Share of that which is still its own when both versions meet the same deal, seats and field: they part somewhere."""


class Case(NamedTuple):
    slug: str
    is_pool: bool


class Run(NamedTuple):
    verdict: Verdict
    games: int


def units(plan: Plan, lead: float, rng: np.random.Generator) -> Iterator[Unit]:
    """Made-up units, for ever: the new version is ``lead`` points ahead of the old one and of everybody else."""
    seats = variant(plan.slug).seats
    number = 0
    while True:
        cards = shared_luck(OWN, rng, seats)
        common = [shared_luck(OWN_APART, rng, seats) for _ in range(seats)]
        earned = []
        for table in plan.tables(number):
            fresh = [rng.gumbel(size=seats) for _ in range(seats)]
            if plan.is_pool:
                fresh = [both + OWN_APART * own for both, own in zip(common, fresh, strict=True)]
            earned.append(_block(table, lead / POINTS_PER_LOGIT, [cards + OWN * luck for luck in fresh]))
        new, old = (earned[0][0], earned[1][0]) if plan.is_pool else (earned[0][0], earned[0][1])
        yield Unit(number, new, old, plan.games_per_unit, 0, 0)
        number += 1


def shared_luck(own: float, rng: np.random.Generator, size: int) -> FloatArray:
    """Luck of several games in common: with ``own`` times Gumbel's luck of each game it is Gumbel's again.

    Logarithm of a positive stable variable (Kanter's way to draw one). So ratings mean the same however much is shared.
    """
    angle = rng.uniform(0.0, np.pi, size)
    spread = np.sin((1.0 - own) * angle) / rng.exponential(size=size)
    return np.asarray(own * np.log(np.sin(own * angle)) - np.log(np.sin(angle)) + (1.0 - own) * np.log(spread))


def _block(table: tuple[int, ...], lead: float, luck: list[FloatArray]) -> list[Fraction]:
    """Mean points of each place of the table: every bot once in every seat, the first wins, the rest share."""
    seats = len(table)
    totals = [Fraction(0)] * seats
    for turn in range(seats):
        strength = np.array([lead if bot == 0 else 0.0 for bot in table])
        seat_of = (np.arange(seats) + turn) % seats
        winner = int(np.argmax(strength + luck[turn][seat_of]))
        for place, share in enumerate(points([1 if place == winner else 2 for place in range(seats)])):
            totals[place] += share
    return [total / seats for total in totals]


def run(case: Case, test: VersionTest, lead: float, rng: np.random.Generator) -> Run:
    field = 0 if case.slug.endswith("-2") and not case.is_pool else 3
    plan = Plan(case.slug, b"", field, case.is_pool, TimeControl())
    tally = Tally(plan, test)
    source = units(plan, lead, rng)
    while not tally.is_decided:
        tally.add(next(source))
    latest = tally.latest
    assert isinstance(latest, Standing)
    return Run(latest.verdict, latest.games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", type=int, default=200)
    parser.add_argument("--elo1", type=float, default=40.0, help="the gain that is looked for; 0 is none")
    arguments = parser.parse_args()
    test = VersionTest(elo1=arguments.elo1)
    print(f"{arguments.tests} tests of each line, {test.elo0:g} against {test.elo1:g} Elo, errors of 5 % asked for")
    print(f"{'variant':14}{'versions meet':>15}{'true lead':>11}{'better':>9}{'not':>7}{'open':>7}{'games':>8}")
    for case in (
        Case("diamoniak-2", False),
        Case("diamoniak-2", True),
        Case("diamoniak-4", False),
        Case("diamoniak-4", True),
    ):
        for lead in (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1):
            rng = np.random.default_rng([7, case.is_pool, len(case.slug), int(lead)])
            runs = [run(case, test, lead, rng) for _ in range(arguments.tests)]
            shares = [sum(each.verdict is verdict for each in runs) / len(runs)
                      for verdict in (Verdict.BETTER, Verdict.NOT_BETTER, Verdict.UNDECIDED)]  # fmt: skip
            mean = sum(each.games for each in runs) / len(runs)
            meeting = "the same field" if case.is_pool else "each other"
            print(
                f"{case.slug:14}{meeting:>15}{lead:>11g}"
                + "".join(f"{share:>8.1%}" for share in shares)
                + f"{mean:>8.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
