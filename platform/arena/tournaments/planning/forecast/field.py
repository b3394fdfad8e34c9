"""Who plays, in every simulated world at once; and what the games of a run cost."""

from dataclasses import dataclass

import numpy as np

from arena.tournaments.planning.forecast.series import Played, SeriesModel, play
from arena.tournaments.planning.forecast.strengths import Bools, Floats, Ints


@dataclass(frozen=True)
class Field:
    """A row is a world, a column a seed of the stage, best first."""

    strengths: Floats
    seat_ms: Floats
    """What a seat of the entrant costs a worker in one game."""

    @property
    def worlds(self) -> int:
        return int(self.strengths.shape[0])

    @property
    def size(self) -> int:
        return int(self.strengths.shape[1])

    def take(self, columns: Ints) -> "Field":
        """The entrants of the next stage: one row of columns for each world."""
        return Field(
            np.take_along_axis(self.strengths, columns, axis=1), np.take_along_axis(self.seat_ms, columns, axis=1)
        )


@dataclass(frozen=True)
class Lengths:
    """How long series are, as the organiser set them."""

    blocks: int
    final_blocks: int | None = None
    round_blocks: tuple[tuple[str, int], ...] = ()
    """By "stage.round"."""

    def of(self, stage: int, number: int, bracket: str = "") -> int:
        own = dict(self.round_blocks).get(f"{stage}.{number}")
        if own:
            return own
        if bracket in ("final", "reset") and self.final_blocks:
            return self.final_blocks
        return self.blocks


@dataclass
class Run:
    """One chunk of simulated tournaments: plays matches and keeps the bill."""

    model: SeriesModel
    lengths: Lengths
    rng: np.random.Generator
    games: Floats
    work_ms: Floats
    """Of one process, for each world."""
    stage: int = 1
    """Which is being played."""

    @classmethod
    def start(cls, model: SeriesModel, lengths: Lengths, worlds: int, rng: np.random.Generator) -> "Run":
        return cls(model, lengths, rng, np.zeros(worlds), np.zeros(worlds))

    def blocks(self, number: int, bracket: str = "") -> int:
        """Length of the series of a round."""
        return self.lengths.of(self.stage, number, bracket)

    def play(self, field: Field, worlds: Ints, seats: Ints, blocks: int | Ints, advancing: int | Ints = 0) -> Played:
        """Matches between columns ``seats`` (matches x entrants), each in its world; all of one size."""
        entrants = seats.shape[1]
        rows = worlds[:, None]
        lengths = np.broadcast_to(np.asarray(blocks, dtype=np.int64), len(worlds)).copy()
        cuts = np.broadcast_to(np.asarray(advancing, dtype=np.int64), len(worlds)).copy()
        played = play(self.model, field.strengths[rows, seats], lengths, cuts, self.rng)
        shares = self.model.seats[entrants] / entrants
        cost = played.games * field.seat_ms[rows, seats].sum(axis=1) * shares
        self.games += np.bincount(worlds, weights=played.games, minlength=len(self.games))
        self.work_ms += np.bincount(worlds, weights=cost, minlength=len(self.games))
        return played


@dataclass(frozen=True)
class Outcome:
    """How a stage ended in every world."""

    places: Ints
    """Of each column, from 1; equal places are shared."""
    ranking: Ints
    """Columns, best first; ties in the order in which they would go on."""
    tie_at_cut: Bools
    """Whether a tie-break or extra blocks decided who is first, or who is the last to go on."""
    groups: int = 1
    """The ranking of several groups goes place by place; columns of one place are ordered by ``group_of``."""
    group_of: Ints | None = None
