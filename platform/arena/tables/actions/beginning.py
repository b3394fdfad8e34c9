"""Laying the table of a first game."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from arena.tables.actions.opening import Order, open_table
from arena.tables.errors import TableError
from arena.tables.models import Table, TableKind
from arena.tables.visitor import Visitor
from engines import variant
from engines.registry import games
from referee.deal import SealedDeal

FIRST_SEAT = 0
"""The person begins: a lesson that opens with a wait teaches nothing."""


def open_lesson(visitor: Visitor, game: str, now: datetime) -> Table:
    """Raises ``TableError``, also for a game that brings no lesson."""
    lesson = next((known.first_lesson() for known in games() if known.name == game), None)
    if lesson is None:
        raise TableError(_("This game has no first game that teaches. Read its rules, or sit down and try."))
    others = dict.fromkeys(range(1, variant(lesson.variant).seats), lesson.house)
    deal = SealedDeal.from_text(lesson.deal)
    return open_table(
        visitor, Order(lesson.variant, others, kind=TableKind.LESSON, deal=deal, first_seat=FIRST_SEAT), now
    )
