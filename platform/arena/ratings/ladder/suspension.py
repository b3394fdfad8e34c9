"""Placement counts and suspensions, brought up to date when a cycle closes."""

from django.core.mail import send_mail
from django.db import transaction
from django.utils.translation import gettext as _

from arena.bots.models import BotVersion
from arena.matches.models import Block, GameState, Seat
from arena.ratings.models import Cycle, LadderEntry

MAX_FAULT_RUN = 5
"""Faults in consecutive games, in schedule order, after which a bot is taken off the ladder."""


def note_faults(cycle: Cycle) -> None:
    """Count placement blocks and runs of faults of the cycle's finished games, in schedule order."""
    entries = {entry.version_id: entry for entry in LadderEntry.objects.filter(pool=cycle.pool)}
    seats = (
        Seat.objects.filter(game__block__match__period=cycle.key, game__state=GameState.DONE)
        .order_by("game__block__match__place", "game__block__number", "game__number", "seat")
        .values_list("version", "fault")
    )
    for version, fault in seats:
        if version in entries:
            entries[version].fault_run = entries[version].fault_run + 1 if fault else 0
            if entries[version].fault_run >= MAX_FAULT_RUN and not entries[version].is_suspended:
                _suspend(entries[version], fault)
    blocks = Block.objects.filter(match__period=cycle.key, is_finished=True)
    for version in blocks.values_list("match__entrants__version", flat=True):
        if version in entries:
            entries[version].placement_blocks += 1
    LadderEntry.objects.bulk_update(
        entries.values(), ["fault_run", "placement_blocks", "is_suspended", "suspended_reason"]
    )


def _suspend(entry: LadderEntry, fault: str) -> None:
    entry.is_suspended = True
    entry.suspended_reason = _("%(count)d faults in a row, the last one: %(fault)s.") % {
        "count": entry.fault_run,
        "fault": fault,
    }
    version = BotVersion.objects.select_related("bot__owner").get(pk=entry.version_id)
    owner = version.bot.owner
    if owner is None or not owner.email:
        return
    subject = _("%(bot)s is off the ladder") % {"bot": version}
    text = _(
        "%(bot)s faulted in %(count)d games in a row on %(pool)s and was taken off that ladder.\n\n"
        "The pages of its games show the last request, the answer and the end of its log. "
        "A new version starts afresh; the same one can be put back on the bot's page."
    ) % {"bot": version, "count": entry.fault_run, "pool": entry.pool}
    transaction.on_commit(lambda: send_mail(subject, text, None, [owner.email], fail_silently=True))


def put_back(entry: LadderEntry) -> None:
    """The owner's wish after looking into it."""
    entry.is_suspended = False
    entry.fault_run = 0
    entry.suspended_reason = ""
    entry.save(update_fields=["is_suspended", "fault_run", "suspended_reason"])
