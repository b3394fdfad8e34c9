"""Settings of the Swiss system, and how many rounds it needs."""

from dataclasses import dataclass

from arena.tournaments.planning.settings import check_at_least
from arena.tournaments.planning.standings.registry import SWISS_ORDER, check_tie_breaks


@dataclass(frozen=True)
class SwissSettings:
    rounds: int | None = None
    """None: two more than a knockout would need. Never more than can be played without a rematch."""
    tie_breaks: tuple[str, ...] = SWISS_ORDER

    def __post_init__(self) -> None:
        check_at_least("rounds", self.rounds, 1)
        check_tie_breaks(self.tie_breaks)


def swiss_rounds(entrants: int, wanted: int | None = None) -> int:
    """Rounds to play: as wanted, by default ceil(log2 N) + 2; at most N - 1 (N when somebody always rests).

    >>> [swiss_rounds(n) for n in (2, 3, 8, 64, 1000)]
    [1, 3, 5, 8, 12]
    """
    most = entrants if entrants % 2 else entrants - 1
    return min(most, wanted if wanted is not None else (entrants - 1).bit_length() + 2)


def last_entry_round(rounds: int) -> int:
    """The last round a late entrant can still join: before half the rounds are paired.

    >>> last_entry_round(7), last_entry_round(4)
    (4, 2)
    """
    return (rounds + 1) // 2
