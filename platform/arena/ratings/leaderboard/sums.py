"""All that a leaderboard takes from the games of a log, in whole numbers: a log that grows by a period needs a look at
that period only. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.ratings.leaderboard.seats import SeatWins, seat_wins
from arena.ratings.leaderboard.tally import Figures, figures_of
from referee.ratings.fit.columns import of_tables
from referee.ratings.fit.counts import Counts, count
from referee.ratings.table import Table


@dataclass(frozen=True)
class Sums:
    counts: Counts
    figures: Figures
    seats: SeatWins

    def plus(self, other: "Sums") -> "Sums | None":
        """Of both parts, to the last bit as if summed at once. None: games of one block are in both."""
        counts = self.counts.plus(other.counts)
        if counts is None:
            return None
        return Sums(counts, self.figures.plus(other.figures), self.seats.plus(other.seats))

    @property
    def size(self) -> int:
        """Bytes, about."""
        choices = (each for table in self.counts.choices for each in (table.sets, table.weights, table.block_weights))
        met = (each for each in self.figures.meetings.values())
        return sum(3 * each.nbytes for each in choices) + sum(2 * each.rows.nbytes for each in met)


def sums_of(tables: Sequence[Table]) -> Sums:
    return Sums(count(of_tables(tables)), figures_of(tables), seat_wins(tables))
