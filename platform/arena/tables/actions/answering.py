"""Bots that think for longer than a request may last answer on a worker."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from arena.tables import house
from arena.tables.actions.moving import advance
from arena.tables.models import Table, TableState
from arena.tables.stored import restored

MOST_ANSWERS = 60
"""Of one task: a minute of search. What is left is asked for again."""


def answer(pk: int, clock: Callable[[], datetime]) -> int:
    """All answers that the table waits for, one after the other. A second worker that comes by changes nothing."""
    for count in range(MOST_ANSWERS):
        if not _answer_one(pk, clock):
            return count
    return MOST_ANSWERS


def _answer_one(pk: int, clock: Callable[[], datetime]) -> bool:
    """Thinks without a lock, then takes it and looks whether the question is still the same."""
    table = Table.objects.filter(pk=pk, state=TableState.PLAYING).first()
    if table is None:
        return False
    sittings = list(table.sittings.all())
    game = restored(table)
    asked = next((seat for seat in game.waits_for() if not sittings[seat].is_present), None)
    if asked is None:
        return False
    action = house.choice(table, game, sittings[asked])
    with transaction.atomic():
        present = Table.objects.select_for_update(no_key=True).get(pk=pk)
        if present.version != table.version or present.state != TableState.PLAYING:
            return True  # somebody left or answered meanwhile: look again
        game = restored(present)
        game.choose(asked, action, 0.0, 0.0)
        advance(present, list(present.sittings.all()), game, clock())
    return True
