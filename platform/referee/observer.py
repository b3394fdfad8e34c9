"""Those who watch a game while it is played: a live table, a progress bar, a server."""

from dataclasses import dataclass

from engines import State, Variant
from referee.faults import Fault
from referee.record import GameRecord


@dataclass(frozen=True)
class Opening:
    """What is fixed before the first move."""

    game_id: str
    variant: Variant
    commitment: str
    names: tuple[str, ...]


class Observer:
    """Does nothing; override what you need. An observer must neither change the state nor show it to a seat."""

    names_actions = True
    """Whether ``acted`` wants the names of actions; they cost a little at each decision."""
    language = ""
    """Of these names; empty for the engine's own."""

    def started(self, opening: Opening) -> None:
        """Before any program starts: the moment to publish the commitment."""

    def asked(self, seat: int) -> None:
        """A seat has the move."""

    def acted(self, state: State, seat: int, action_name: str, charged_ms: float) -> None:
        """An action was applied; ``state`` is the position after it."""

    def failed(self, fault: Fault) -> None:
        """A bot failed."""

    def ended(self, record: GameRecord) -> None:
        """The game is over and all programs are gone."""
