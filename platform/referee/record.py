"""What the referee returns: everything that is known about one played game.

``replay`` is the public part. ``faults`` and ``seats`` carry what only the owners of the bots may read.
"""

from dataclasses import dataclass
from typing import NamedTuple

from engines import Variant
from referee.faults import Fault
from referee.replay import Replay, Termination


class DecisionTime(NamedTuple):
    """The clock of one decision; a tuple, as so many are made."""

    seat: int
    decision: str
    charged_ms: float
    """The bot's own time."""
    wall_ms: float
    """The time that passed; more than charged when the machine was busy."""


@dataclass(frozen=True)
class SeatReport:
    """How a bot's program fared, for its owner."""

    name: str
    """What the bot called itself in ``ready``."""
    start_ms: float = 0.0
    cpu_ms: float = 0.0
    peak_memory_mb: float = 0.0
    """0 where the channel cannot tell."""
    bank_left_ms: float = 0.0
    exit_reason: str = ""
    exit_code: int = 0
    """As in ``referee.channels.base.Closing``, and so are the next two."""
    off_turn_ms: float = 0.0
    was_frozen: bool = False
    stderr_tail: str = ""
    stderr_pieces: tuple[tuple[int, str], ...] = ()
    """The same, cut at the bot's answers; see ``referee.channels.base.Closing``."""


@dataclass(frozen=True)
class GameRecord:
    """One game, finished in one of the ways of ``Termination``."""

    game_id: str
    variant: Variant
    commitment: str
    """Known before the first move; see ``referee.deal``."""
    termination: Termination
    ranks: tuple[int, ...] = ()
    """Per side, equal numbers are ties, lower is better. Empty when void."""
    progress: tuple[tuple[int, ...], ...] = ()
    """Per side, a tie-break only. Empty when void."""
    faults: tuple[Fault, ...] = ()
    decisions: tuple[DecisionTime, ...] = ()
    seats: tuple[SeatReport, ...] = ()
    replay: Replay | None = None
    """None when void: the same deal will be played again and must stay secret."""
    void_reason: str = ""
    """What failed on our side, for the operator."""
    void_error: Exception | None = None
    """The same as it was raised."""

    @property
    def transcript_hash(self) -> str:
        return self.replay.transcript_hash if self.replay else ""

    def fault_of(self, seat: int) -> Fault | None:
        return next((fault for fault in self.faults if fault.seat == seat), None)
