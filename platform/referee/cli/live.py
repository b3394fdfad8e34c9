"""A game on the terminal while it is played."""

import time
from collections import deque
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

from engines import PUBLIC, State, engine
from referee.cli.output import here, printable
from referee.faults import Fault
from referee.observer import Observer, Opening
from referee.record import GameRecord
from referee.words import of_terminal, t

_LINES = 8
"""Of the log below the table; fewer where the terminal is small."""
_FEWEST = 3
"""Actions that stay in sight however tall the table is."""


class LiveTable(Observer):
    """Shows the last few actions, and what spectators see. ``pause_s`` slows the game down for the eye.

    Use it as a context manager: whatever ends the game, the terminal gets its cursor back.
    """

    def __init__(self, console: Console, pause_s: float) -> None:
        self._console = console
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._pause_s = pause_s
        self._recent: deque[str] = deque(maxlen=_LINES)
        self._names: tuple[str, ...] = ()
        self.language = of_terminal()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def started(self, opening: Opening) -> None:
        self._names = tuple(printable(name) for name in opening.names)
        self._live.start()

    def acted(self, state: State, seat: int, action_name: str, charged_ms: float) -> None:
        self._recent.append(
            here(t("seat {seat} ({bot}): {action}", seat=seat, bot=self._names[seat], action=action_name))
        )
        self._live.update(
            Text(self._picture(engine(state.variant.game).render(state.view(PUBLIC), of_terminal()))), refresh=True
        )
        time.sleep(self._pause_s)

    def failed(self, fault: Fault) -> None:
        bot = self._names[fault.seat]
        self._recent.append(
            here(t("seat {seat} ({bot}) FAILED: {kind}", seat=fault.seat, bot=bot, kind=fault.kind.value))
        )

    def ended(self, record: GameRecord) -> None:
        self._live.stop()

    def _picture(self, table: str) -> str:
        """The actions come first, because a low terminal shows the top only; a tall table leaves room for fewer."""
        room = self._console.height - len(table.splitlines()) - 2
        shown = list(self._recent)[-max(_FEWEST, min(_LINES, room)) :]
        return "\n".join(shown) + "\n\n" + table
