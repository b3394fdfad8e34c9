"""A game shown while it is played: what a spectator may see, a few times a second, and only if somebody looks.

Most games last shorter than the first pause, and cost nothing here.
"""

from __future__ import annotations

import time

from arena.leases.keeper import HeldLease
from arena.lib.live.publish import is_watched, publish
from engines import PUBLIC, State
from referee.observer import Observer

PAUSE_S = 0.25
"""As often as people can follow. It also keeps the time of single decisions from those who watch."""


class Table(Observer):
    """A table of the arena: tells the viewers, and stops a game whose lease is lost or whose match was cancelled."""

    names_actions = False

    def __init__(self, game_id: int, lease: HeldLease) -> None:
        self._game_id = game_id
        self._lease = lease
        self._told_at = time.monotonic()
        self._events_told = 0
        self._actions = 0

    def acted(self, state: State, seat: int, action_name: str, charged_ms: float) -> None:
        self._actions += 1
        now = time.monotonic()
        if now - self._told_at < PAUSE_S:
            return
        self._told_at = now
        self._lease.require(self._game_id)
        if is_watched(f"game:{self._game_id}"):
            self._tell(state)

    def _tell(self, state: State) -> None:
        """The public view and events, straight from the engine. The name of an action may name a hidden card."""
        events = state.events(PUBLIC, self._events_told)
        self._events_told = state.event_count()
        message = {"at": self._actions, "view": state.view(PUBLIC), "events": events}
        publish(f"game:{self._game_id}", "frame", message)
