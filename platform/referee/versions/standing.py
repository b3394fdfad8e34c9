"""Where a test of two versions stands."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.ratings.sprt import BlockSample, EloEstimate, Verdict, VersionTest, block_score, elo_of_blocks
from referee.ratings.sprt import log_likelihood_ratio as evidence_of
from referee.versions.luck import Adjusted, adjusted
from referee.versions.plan import Plan, Unit

BATCH = 10
"""Units between two looks. More often would gain little: a test takes at least fifty."""
_LOPSIDED = 0.05
"""Points from 0 or 1 within which a field tells little."""


@dataclass(frozen=True)
class Standing:
    """The test after some whole batches."""

    units: int
    games: int
    llr: float
    bounds: tuple[float, float]
    elo: EloEstimate
    new_points: float
    old_points: float
    new_faults: int
    old_faults: int
    verdict: Verdict

    @property
    def is_lopsided(self) -> bool:
        """Whether nearly all games are won, or lost, by both: then other opponents would tell more."""
        level = (self.new_points + self.old_points) / 2
        return not _LOPSIDED < level < 1 - _LOPSIDED

    def units_left(self, test: VersionTest, games_per_unit: int) -> int:
        """About how many units are missing if it goes on as it went so far; at most as many as may be played."""
        most = max(0, -(-(test.max_games - self.games) // games_per_unit))
        if self.llr == 0.0 or not math.isfinite(self.llr):
            return min(most, max(BATCH, test.min_blocks - self.units))
        bound = self.bounds[self.llr > 0.0]
        at_this_pace = math.ceil((bound - self.llr) / self.llr * self.units)
        return min(most, max(at_this_pace, test.min_blocks - self.units, 0))


def standing(plan: Plan, test: VersionTest, units: Sequence[Unit]) -> Standing:
    """The test after these units."""
    sample = BlockSample.of_scores(block_score(unit.new, unit.old) for unit in units)
    new = float(sum(unit.new for unit in units) / len(units))
    old = float(sum(unit.old for unit in units) / len(units))
    lead = plan.lead((new + old) / 2)
    games = sum(unit.games for unit in units)
    return Standing(
        units=len(units),
        games=games,
        llr=evidence_of(sample, test.elo0, test.elo1, lead),
        bounds=test.bounds(),
        elo=elo_of_blocks(sample, lead),
        new_points=new,
        old_points=old,
        new_faults=sum(unit.new_faults for unit in units),
        old_faults=sum(unit.old_faults for unit in units),
        verdict=test.verdict(sample, games, lead),
    )


def without_luck(plan: Plan, units: Sequence[Unit]) -> Adjusted | None:
    """The lead with luck taken out; None where the luck of a unit is not known."""
    lucks = [unit.luck for unit in units if unit.luck is not None]
    if not units or len(lucks) < len(units):
        return None
    level = float(sum(unit.new + unit.old for unit in units) / (2 * len(units)))
    return adjusted(plan.lead(level), [float(block_score(unit.new, unit.old)) for unit in units], lucks)


class Tally:
    """Units as they come, in any order; looked at in the order of their numbers, after whole batches.

    Short games end first: whoever looked at what happens to be there would prefer the version that wins quickly.
    """

    def __init__(self, plan: Plan, test: VersionTest, units: Iterable[Unit] = ()) -> None:
        self._plan = plan
        self._test = test
        self._units: dict[int, Unit] = {}
        self._counted = 0
        self.latest: Standing | None = None
        for unit in units:
            self.add(unit)

    def add(self, unit: Unit) -> bool:
        """True: there is a new standing."""
        self._units[unit.number] = unit
        before = self.latest
        while not self.is_decided and all(
            number in self._units for number in range(self._counted, self._counted + BATCH)
        ):
            self._counted += BATCH
            batch = [self._units[number] for number in range(self._counted)]
            self.latest = standing(self._plan, self._test, batch)
        return self.latest is not before

    def adjusted(self) -> Adjusted | None:
        """Of the units that were looked at; None where the luck of one of them is not known."""
        return without_luck(self._plan, [self._units[number] for number in range(self._counted)])

    @property
    def is_decided(self) -> bool:
        return self.latest is not None and self.latest.verdict is not Verdict.GO_ON

    @property
    def played(self) -> int:
        """All units that are there, also those that no batch holds yet."""
        return len(self._units)

    def is_missing(self, number: int) -> bool:
        return number not in self._units
