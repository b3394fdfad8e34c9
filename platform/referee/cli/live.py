"""A game on the terminal while it is played."""

import time
from collections import deque

from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.text import Text

from engines import PUBLIC, State, engine
from referee.faults import Fault
from referee.observer import Observer, Opening
from referee.record import GameRecord

_LINES = 8


class LiveTable(Observer):
    """Shows what spectators see, and the last few actions. ``pause_s`` slows the game down for the eye."""

    def __init__(self, console: Console, pause_s: float) -> None:
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._pause_s = pause_s
        self._recent: deque[str] = deque(maxlen=_LINES)
        self._names: tuple[str, ...] = ()

    def started(self, opening: Opening) -> None:
        self._names = opening.names
        self._live.start()

    def acted(self, state: State, seat: int, action_name: str, charged_ms: float) -> None:
        self._recent.append(f"seat {seat} ({self._names[seat]}): {action_name}")
        table = engine(state.variant.game).render(state.view(PUBLIC))
        self._live.update(Text(table + "\n\n" + "\n".join(self._recent)), refresh=True)
        time.sleep(self._pause_s)

    def failed(self, fault: Fault) -> None:
        self._recent.append(f"seat {fault.seat} ({escape(self._names[fault.seat])}) FAILED: {fault.kind.value}")

    def ended(self, record: GameRecord) -> None:
        self._live.stop()
