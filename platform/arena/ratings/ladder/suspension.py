"""Suspensions, brought up to date when a cycle or a batch of placement games closes."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from celery import current_app
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.lib.stored_words import filled
from arena.matches.models import GameState, Seat
from arena.ratings.ladder.rules import MAX_FAULT_RUN
from arena.ratings.models import LadderEntry, Pool
from engines.words import mark


def note_results(pool: Pool, period: str) -> None:
    """Count runs of faults of the period's finished games, in schedule order."""
    seats = list(
        Seat.objects.filter(game__block__match__period=period, game__state=GameState.DONE)
        .order_by("game__block__match__place", "game__block__match", "game__block__number", "game__number", "seat")
        .values_list("game", "version", "fault")
    )
    # Locked: an owner may be putting one of them back just now.
    entries = {
        entry.version_id: entry
        for entry in LadderEntry.objects.select_for_update(of=("self",))
        .filter(pool=pool, version__in={version for _game, version, _fault in seats})
        .order_by("pk")
    }
    for version, fault in _once_a_game(seats):
        if version in entries:
            _note(entries[version], fault)
    LadderEntry.objects.bulk_update(entries.values(), ["fault_run", "is_suspended", "suspended_reason"])


def _once_a_game(seats: Iterable[tuple[int, int, str]]) -> list[tuple[int, str]]:
    """A bot that fills both seats of a pair faults once."""
    reasons: dict[tuple[int, int], str] = {}
    for game, version, fault in seats:
        reasons[game, version] = reasons.get((game, version)) or fault
    return [(version, fault) for (_, version), fault in reasons.items()]


def _note(entry: LadderEntry, fault: str) -> None:
    entry.fault_run = entry.fault_run + 1 if fault else 0
    if entry.fault_run >= MAX_FAULT_RUN and not entry.is_suspended:
        entry.is_suspended = True
        entry.suspended_reason = filled(
            mark("{count} faults in a row, the last one: {fault}."), count=entry.fault_run, fault=fault
        )
        # By a task of its own: a mail server that does not answer must not hold up the ladders.
        nudge = partial(current_app.send_task, "arena.ratings.tasks.tell_owner", [entry.pk])
        transaction.on_commit(nudge, robust=True)


def tell_owner(entry_id: int, now: datetime | None = None) -> bool:
    """Write to the owner about a suspension, once. False: somebody did, or it was put back meanwhile."""
    untold = LadderEntry.objects.filter(pk=entry_id, is_suspended=True, owner_told_at=None)
    # Whoever changes the row writes the message; a second worker changes nothing.
    if not untold.update(owner_told_at=now or timezone.now()):
        return False
    entry = LadderEntry.objects.select_related("version__bot__owner", "pool").get(pk=entry_id)
    owner = entry.version.bot.owner
    if owner is not None and owner.email:
        try:
            send_mail(*_message(entry), None, [owner.email])
        except OSError:  # a mail server that is away: the beat asks again
            LadderEntry.objects.filter(pk=entry_id).update(owner_told_at=None)
            raise
    return True


def untold() -> list[int]:
    """Suspensions whose owner does not know yet: the message was lost, or the mail server was away."""
    return list(LadderEntry.objects.filter(is_suspended=True, owner_told_at=None).values_list("pk", flat=True))


def _message(entry: LadderEntry) -> tuple[str, str]:
    subject = _("%(bot)s is off the ladder") % {"bot": entry.version}
    text = _(
        "%(bot)s faulted in %(count)d games in a row on %(pool)s and was taken off that ladder.\n\n"
        "The pages of its games show the last request, the answer and the end of its log. "
        "A new version starts afresh; the same one can be put back on the bot's page."
    ) % {"bot": entry.version, "count": entry.fault_run, "pool": entry.pool}
    return subject, text


@transaction.atomic
def put_back(entry_id: int) -> bool:
    """The wish of the owner or of staff after looking into it. False: it was not suspended."""
    return bool(
        LadderEntry.objects.filter(pk=entry_id, is_suspended=True).update(
            is_suspended=False, fault_run=0, suspended_reason="", owner_told_at=None
        )
    )
