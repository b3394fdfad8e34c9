"""A game shown while it is played: what a spectator may see, a few times a second, and only if somebody looks.

Most games last shorter than the first pause, and cost nothing here.
"""

from __future__ import annotations

import time

from arena.lib.live.publish import is_watched, publish
from engines import PUBLIC, State
from referee.faults import Fault
from referee.observer import Observer

PAUSE_S = 0.25


class LiveTable(Observer):
    """Tells the viewers of a game, and passes everything on to another observer."""

    def __init__(self, game_id: int, also: Observer) -> None:
        self._channel = f"game:{game_id}"
        self._also = also
        self._told_at = time.monotonic()
        self._events_told = 0
        self._actions = 0

    def asked(self, seat: int) -> None:
        self._also.asked(seat)

    def acted(self, state: State, seat: int, action_name: str, charged_ms: float) -> None:
        self._also.acted(state, seat, action_name, charged_ms)
        self._actions += 1
        now = time.monotonic()
        if now - self._told_at < PAUSE_S:
            return
        self._told_at = now
        if is_watched(self._channel):
            self._tell(state)

    def failed(self, fault: Fault) -> None:
        self._also.failed(fault)

    def _tell(self, state: State) -> None:
        """The public view and events, straight from the engine. The name of an action may name a hidden card."""
        events = state.events(PUBLIC, self._events_told)
        self._events_told = state.event_count()
        publish(self._channel, "frame", {"at": self._actions, "view": state.view(PUBLIC), "events": events})
