"""The check of an upload: build it, let the doctor play it, make it ready or say what to fix.

The same manners as for games: a token says who may write the outcome, a deadline says when somebody else may try.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.bots import nudges
from arena.bots.models import Bot, BotVersion, CheckState
from arena.lib.live.publish import publish_on_commit

CHECK_LIMIT = timedelta(minutes=5)
"""A check without a sign of life for this long is given to another worker."""
WAIT_LIMIT = timedelta(minutes=2)
MAX_ATTEMPTS = 3
"""A check that our side fails this often waits for staff, with the reason shown."""
STUCK_PAUSE = timedelta(hours=1)


@dataclass(frozen=True)
class CheckLease:
    version_id: int
    token: uuid.UUID


@transaction.atomic
def begin_check(version_id: int, now: datetime | None = None) -> CheckLease | None:
    """Claim the check. None: somebody else has it, or it is done."""
    now = now or timezone.now()
    version = BotVersion.objects.select_for_update().filter(pk=version_id).first()
    if version is None or version.is_final:
        return None
    if version.state == CheckState.CHECKING and version.deadline is not None and version.deadline > now:
        return None
    version.state = CheckState.CHECKING
    version.check_token = uuid.uuid4()
    version.check_attempts += 1
    version.deadline = now + CHECK_LIMIT
    version.reason = _("Being built and checked.")
    version.progress = {}
    version.save()
    publish_on_commit(f"version:{version.pk}", "news")
    return CheckLease(version.pk, version.check_token)


def report_progress(lease: CheckLease, step: str, done: int, total: int, now: datetime | None = None) -> bool:
    """Show how far the check is; also its sign of life. False: the lease was lost."""
    now = now or timezone.now()
    held = BotVersion.objects.filter(pk=lease.version_id, check_token=lease.token, state=CheckState.CHECKING)
    is_held = bool(
        held.update(progress={"step": step, "done": done, "total": total}, deadline=now + CHECK_LIMIT, reason=step)
    )
    if is_held:
        publish_on_commit(f"version:{lease.version_id}", "news")
    return is_held


@transaction.atomic
def finish_check(
    lease: CheckLease, *, passed: bool, reason: str, report: dict[str, Any], now: datetime | None = None
) -> bool:
    """Write the outcome, once. False: the lease was lost, nothing changed."""
    now = now or timezone.now()
    version = BotVersion.objects.select_for_update().get(pk=lease.version_id)
    if version.state != CheckState.CHECKING or version.check_token != lease.token:
        return False
    version.state = CheckState.READY if passed else CheckState.REJECTED
    version.reason = reason
    version.report = report
    version.check_token = None
    version.deadline = None
    version.checked_at = now
    version.save()
    if passed:
        _activate_if_wanted(version)
    publish_on_commit(f"version:{version.pk}", "done")
    return True


def _activate_if_wanted(version: BotVersion) -> None:
    """A newer version that became ready first stays: checks finish in any order."""
    bot = Bot.objects.select_for_update().get(pk=version.bot_id)
    current = bot.active_version
    if bot.activates_automatically and (current is None or current.number < version.number):
        bot.active_version = version
        bot.save(update_fields=["active_version"])


@transaction.atomic
def postpone_check(lease: CheckLease, reason: str, now: datetime | None = None) -> bool:
    """Our side failed or lacks a tool: wait and try again, never reject for it."""
    now = now or timezone.now()
    version = BotVersion.objects.select_for_update().get(pk=lease.version_id)
    if version.state != CheckState.CHECKING or version.check_token != lease.token:
        return False
    version.state = CheckState.WAITING
    version.check_token = None
    version.reason = reason
    version.deadline = now + (WAIT_LIMIT if version.check_attempts < MAX_ATTEMPTS else STUCK_PAUSE)
    version.save()
    return True


def let_wait(version_id: int, reason: str, now: datetime | None = None) -> bool:
    """Nothing was tried, so nothing counts as an attempt: shown with the reason, and asked for again soon."""
    waiting = BotVersion.objects.filter(pk=version_id, state=CheckState.WAITING)
    return bool(waiting.update(reason=reason, deadline=(now or timezone.now()) + WAIT_LIMIT))


def reap_checks(now: datetime | None = None) -> int:
    """Announce every check that waits too long or whose worker went silent. Safe at any time."""
    now = now or timezone.now()
    overdue = BotVersion.objects.filter(
        state__in=[CheckState.WAITING, CheckState.CHECKING], deadline__lt=now
    ).values_list("pk", flat=True)
    for version_id in overdue:
        nudges.version_is_waiting(version_id)
    return len(overdue)


@transaction.atomic
def check_again(version_id: int, now: datetime | None = None) -> bool:
    """Staff's and owner's button: a version that waits or was rejected gets a fresh check."""
    now = now or timezone.now()
    changed = BotVersion.objects.filter(pk=version_id, state__in=[CheckState.WAITING, CheckState.REJECTED]).update(
        state=CheckState.WAITING,
        reason=_("Waiting for a worker to build and check it."),
        check_attempts=0,
        deadline=now + WAIT_LIMIT,
    )
    if changed:
        nudges.version_is_waiting(version_id)
    return bool(changed)
