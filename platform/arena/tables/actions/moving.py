"""A choice at the table, and what the bots answer to it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from arena.lib.live.publish import publish_on_commit
from arena.tables import house, limits, nudges, turns
from arena.tables.actions.finding import locked, sitting_of
from arena.tables.errors import StaleError, TableError
from arena.tables.models import Sitting, Table, TableKind, TableState
from arena.tables.stored import restored, write
from arena.tables.visitor import Visitor
from referee.sitting import ChoiceError, SatGame
from referee.words import said

MOST_AT_ONCE = 400
"""Decisions of bots in one request: some tenths of a second. What is left goes on, on a worker."""

_THINK: dict[str, timedelta] = {
    TableKind.HOUSE: limits.HOUSE_THINK,
    TableKind.FRIENDS: limits.FRIENDS_THINK,
    TableKind.WHAT_IF: limits.HOUSE_THINK,
    TableKind.LESSON: limits.HOUSE_THINK,
}


@transaction.atomic
def choose(code: str, visitor: Visitor, at: int, action: int, now: datetime) -> Table:
    """A person's choice. ``at`` is how many actions the page had seen: it names the decision that is meant.

    Raises ``TableError``; then nothing has changed. Twice the same choice is taken once.
    """
    table, sittings = locked(code)
    sitting = sitting_of(visitor, sittings)
    require_playing(table)
    if table.day is not None and now >= limits.end_of(table.day):
        raise TableError(_("The day of this deal is over, and its cards lie open to everybody."))
    game = restored(table)
    if at != len(game.course.actions):
        raise StaleError(_("The table has moved on since your page was drawn. Look again, then choose."))
    waited_ms = max(0.0, (now - table.asked_at).total_seconds() * 1000)
    try:
        game.choose(sitting.seat, action, 0.0, waited_ms)
    except ChoiceError as error:
        raise TableError(said(error.args[0], get_language() or "")) from error
    advance(table, sittings, game, now)
    return table


def require_playing(table: Table) -> None:
    if table.state == TableState.GATHERING:
        raise TableError(_("The game has not begun: a chair is still free."))
    if table.state == TableState.CANCELLED:
        raise TableError(_("This table was given up before the game began."))
    if table.state == TableState.OVER:
        raise TableError(_("The game is over."))


def advance(table: Table, sittings: list[Sitting], game: SatGame, now: datetime) -> None:
    """Let the bots answer until a person is asked, the game ends or somebody slow has the word; then store it.

    The caller holds the lock of the table.
    """
    _quick_answers(table, sittings, game)
    write(table, game)
    table.version += 1
    table.asked_at = now
    if game.course.state.is_over():
        finish(table, sittings, game, now)
        return
    slow = [seat for seat in game.waits_for() if not sittings[seat].is_present]
    table.is_answered_elsewhere = bool(slow)
    table.deadline = _deadline(table, now, is_slow=bool(slow))
    table.save()
    if slow:
        nudges.bots_are_asked(table.pk)
    publish_on_commit(channel(table), "moved", {"version": table.version})


def _deadline(table: Table, now: datetime, *, is_slow: bool) -> datetime:
    if is_slow:
        return now + limits.ANSWER_LIMIT
    return limits.end_of(table.day) if table.day is not None else now + _THINK[table.kind]


def _quick_answers(table: Table, sittings: list[Sitting], game: SatGame) -> None:
    for _count in range(MOST_AT_ONCE):
        waited = [sittings[seat] for seat in game.waits_for()]
        quick = [sitting for sitting in waited if not sitting.is_present and house.answers_at_once(sitting)]
        if not quick:
            return
        game.choose(quick[0].seat, house.choice(table, game, quick[0]), 0.0, 0.0)


def finish(table: Table, sittings: list[Sitting], game: SatGame, now: datetime) -> None:
    """The caller has written the game into the row."""
    course = game.course
    ranks = course.ranks()
    table.state = TableState.OVER
    table.deadline = None
    table.finished_at = now
    table.opened_from = ""
    table.is_answered_elsewhere = False
    table.chosen = []
    table.ranks = ranks
    table.progress = [list(side) for side in course.progress()]
    table.termination = course.termination().value
    table.transcript_hash = course.replay(table.code, ()).transcript_hash
    table.save()
    turns.give_up(table)
    for sitting in sittings:
        sitting.rank = ranks[course.variant.side_of(sitting.seat)]
        sitting.save(update_fields=["rank"])
    publish_on_commit(channel(table), "done", {"version": table.version})


def channel(table: Table) -> str:
    return f"table:{table.code}"
