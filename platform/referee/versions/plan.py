"""What a test of two versions plays."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engines import Variant, variant
from referee.clock import TimeControl
from referee.ratings.lead import AtOneTable, InTheSameSeats, Lead
from referee.series import SeriesError, check_blocks, layout
from referee.words import t

NEW, OLD = 0, 1
"""Numbers of the two versions among the programs of a test; the field comes after them."""
DEFAULT_FILLER = "house:expert"
"""The strongest house bot that does not think for long: seats that nobody asked for must not cost the time."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides which games are played, whoever plays them.

    A *unit* is what the test counts: one deal, played in every seat. At one table both versions take part in its
    block; against a field each plays the same block without the other, and only they differ.
    """

    slug: str
    seed: bytes
    field: int
    """How many bots stand by for the other seats."""
    is_pool: bool
    """Whether each version meets the field without the other one."""
    control: TimeControl

    def tables(self, unit: int) -> tuple[tuple[int, ...], ...]:
        """The bots, by number, of each block of a unit."""
        others = [OLD + 1 + (unit + place) % self.field for place in range(self.others)]
        if self.is_pool:
            return (NEW, *others), (OLD, *others)
        return ((NEW, OLD, *others),)

    @property
    def others(self) -> int:
        """How many of the field sit at a table."""
        return others_at(variant(self.slug), is_pool=self.is_pool)

    @property
    def games_per_unit(self) -> int:
        tables = self.tables(0)
        return len(tables) * len(layout(variant(self.slug), len(tables[0]), 0))

    def deal(self, unit: int) -> bytes:
        return hashlib.sha256(self.seed + b"|deal|" + str(unit).encode()).digest()

    def bot_seed(self, unit: int, place: int) -> bytes:
        """Chance of the house bot in one place of a unit: the same when the other version sits there."""
        return hashlib.sha256(self.seed + f"|bot|{unit}|{place}".encode()).digest()

    def lead(self, level: float) -> Lead:
        """How Elo and scores are related when both versions together earn ``level`` points a game."""
        played = variant(self.slug)
        if self.is_pool:
            return InTheSameSeats(level, len(played.sides), played.rank_policy)
        return AtOneTable(len(played.sides), played.rank_policy)


def others_at(played: Variant, *, is_pool: bool) -> int:
    """How many bots besides the versions a table needs. Sides of several seats are played by one bot each."""
    versions = 1 if is_pool else 2
    return (2 if any(len(side) > 1 for side in played.sides) else played.seats) - versions


def field_of(slug: str, pool: Sequence[str], fillers: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether the versions meet a pool, and who sits with them. Raises ``SeriesError`` for what cannot be meant."""
    check_blocks(slug)
    played = variant(slug)
    if pool and fillers:
        raise SeriesError(t("Name either a pool that both versions meet, or who fills the table they share, not both."))
    if pool:
        return True, list(pool)
    missing = others_at(played, is_pool=False)
    if fillers and not missing:
        raise SeriesError(
            t("Two bots fill the table of {variant}. Leave out --fill, or name a pool with --against.", variant=slug)
        )
    return False, (list(fillers) or [DEFAULT_FILLER]) if missing else []


@dataclass(frozen=True)
class Unit:
    """What one unit brought."""

    number: int
    new: Fraction
    """Mean points a game of the new version."""
    old: Fraction
    games: int
    new_faults: int
    old_faults: int
    luck: float | None = None
    """How much luckier the new version was, in mean points a game; None where nobody asked or it cannot be told."""
