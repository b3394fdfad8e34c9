"""Pause and resume queues."""

from django.db import transaction

from arena.accounts.models import User
from arena.bots import nudges as bot_nudges
from arena.bots.models import BotVersion, CheckState
from arena.lib.stored_words import filled
from arena.matches import nudges
from arena.matches.models import QueueSource, QueueSwitch
from arena.matches.sql import turns
from engines.words import mark


@transaction.atomic
def pause(queue: str, by: User, reason: str = "") -> None:
    """No new games or checks of this queue begin; running ones finish."""
    QueueSwitch.objects.update_or_create(
        queue=QueueSwitch.Queue(queue), defaults={"is_paused": True, "changed_by": by, "reason": reason}
    )


@transaction.atomic
def resume(queue: str, by: User) -> None:
    QueueSwitch.objects.update_or_create(
        queue=QueueSwitch.Queue(queue), defaults={"is_paused": False, "changed_by": by, "reason": ""}
    )
    if queue == QueueSwitch.Queue.CHECKS:
        for pk in BotVersion.objects.filter(state=CheckState.WAITING).values_list("pk", flat=True):
            bot_nudges.version_is_waiting(pk)
    else:
        nudges.games_are_waiting(8)


def why_checks_wait() -> str:
    """The sentence for uploads while their checks are paused; empty when they are not."""
    paused = QueueSwitch.objects.filter(queue=QueueSwitch.Queue.CHECKS, is_paused=True).first()
    if paused is None:
        return ""
    if not paused.reason:
        return mark("Staff has paused the checks of uploads.")
    return filled(mark("Staff has paused the checks of uploads. {why}"), why=paused.reason)


@transaction.atomic
def set_source_paused(name: str, *, is_paused: bool) -> None:
    """Stop or allow new leases of one source, for example of one tournament; what is being played goes on."""
    QueueSource.objects.filter(name=name).update(is_paused=is_paused)
    if not is_paused:
        turns.mark_waiting([name])
        nudges.games_are_waiting(8)
