"""A variant: which game, how many seats, who plays with whom, which options."""

from dataclasses import dataclass
from enum import Enum


class RankPolicy(Enum):
    """How a finished game is ranked, and therefore how it is rated."""

    FIRST_WINS = "first-wins"
    LAST_LOSES = "last-loses"
    FULL_ORDER = "full-order"


@dataclass(frozen=True)
class Variant:
    """One way to play a game, e.g. ``karma-4-foresight``."""

    slug: str
    """Stable name in URLs, files and messages. Custom options are appended: ``karma-4+strictFollowUp``."""
    game: str
    """Name of the engine: ``karma``."""
    title: str
    """For people: ``Karma, 4 seats, Foresight``."""
    seats: int
    sides: tuple[tuple[int, ...], ...]
    """Seats of each side; one seat per side unless there are teams."""
    rank_policy: RankPolicy
    options: tuple[tuple[str, int], ...] = ()
    """Switches of the rules, sorted by name; those not named are off."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and deepcopy, which compiled frozen classes lack."""
        fields = (self.slug, self.game, self.title, self.seats, self.sides, self.rank_policy, self.options)
        return (Variant, fields)

    def option(self, name: str) -> int:
        """Value of a switch; 0 when it is off."""
        for key, value in self.options:
            if key == name:
                return value
        return 0

    def side_of(self, seat: int) -> int:
        for side, seats in enumerate(self.sides):
            if seat in seats:
                return side
        raise ValueError(f"{self.slug} has no seat {seat}.")
