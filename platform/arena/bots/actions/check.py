"""The check of an upload: build it, let the doctor play it, make it ready or say what to fix.

Under the same leases as games: the token says who may write the outcome, and a worker without a sign of life loses it.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from arena.accounts.models import User
from arena.bots import activation, check_statements, gates, nudges, quotas
from arena.bots.models import Bot, BotVersion, CheckState
from arena.leases import actions as leases
from arena.leases.limits import LEASE
from arena.leases.models import Lease
from arena.lib import prepared
from arena.lib.live.publish import publish_on_commit
from referee.words import Sentence

CHECK_LIMIT = timedelta(minutes=20)
"""Longer than the longest check. Its lease ends sooner if the worker dies; this is for what nobody thought of."""
WAIT_LIMIT = timedelta(minutes=2)
"""A check that nobody has begun by then is nudged again: its message may have been lost with the broker."""
MAX_ATTEMPTS = 3
"""A check that our side fails this often waits for staff, with the reason shown."""
BEING_CHECKED = gettext_noop("Being built and checked.")
STUCK_PAUSE = timedelta(hours=1)
"""Then it gets one more attempt by itself, as a stuck game does: what was broken may have been mended."""


@dataclass(frozen=True)
class CheckLease:
    version_id: int
    token: uuid.UUID


@transaction.atomic
def begin_check(version_id: int, now: datetime | None = None, worker: str = "") -> CheckLease | None:
    """Claim the check. None: somebody else has it, or it is done."""
    now = now or timezone.now()
    taken = prepared.rows(
        check_statements.TAKE,
        {
            "version": version_id,
            "worker": worker,
            "now": now,
            "deadline": now + LEASE,
            "limit": now + CHECK_LIMIT,
            "reason": BEING_CHECKED,
        },
    )
    if not taken:
        return None
    publish_on_commit(f"version:{version_id}", "news")
    return CheckLease(version_id, taken[0][0])


def report_progress(lease: CheckLease, step: str, done: int, total: int) -> bool:
    """Show how far the check is. False: the lease was lost."""
    told = {"said": step.to_json()} if isinstance(step, Sentence) else {}
    progress = orjson.dumps({"step": step, "done": done, "total": total, **told}).decode()
    values = {"version": lease.version_id, "token": lease.token, "reason": str(step), "progress": progress}
    is_held = bool(prepared.rows(check_statements.PROGRESS, values))
    if is_held:
        publish_on_commit(f"version:{lease.version_id}", "news")
    return is_held


@transaction.atomic
def finish_check(
    lease: CheckLease, *, passed: bool, reason: str, report: dict[str, Any], now: datetime | None = None
) -> bool:
    """Write the outcome, once. False: the lease was lost, nothing changed."""
    now = now or timezone.now()
    version = _end_lease(lease)
    if version is None:
        return False
    version.state = CheckState.READY if passed else CheckState.REJECTED
    version.reason = reason
    version.report = report
    version.deadline = None
    version.checked_at = now
    version.save()
    if passed:
        _activate_if_wanted(version)
    publish_on_commit(f"version:{version.pk}", "done")
    return True


def _end_lease(lease: CheckLease) -> BotVersion | None:
    """The version, locked, if the lease still holds. The lease goes first, as in the reaper: both lock in one order."""
    if not leases.end(lease.token):
        return None
    version = BotVersion.objects.select_for_update().get(pk=lease.version_id)
    if version.state != CheckState.CHECKING or version.check_token != lease.token:
        return None
    version.check_token = None
    return version


def _activate_if_wanted(version: BotVersion) -> None:
    """A newer version that became ready first stays: checks finish in any order."""
    bot = Bot.objects.select_for_update().get(pk=version.bot_id)
    current = bot.active_version
    if bot.activates_automatically and (current is None or current.number < version.number):
        if activation.has_to_prove_itself(bot, version):
            activation.begin_proof(bot, version)
            return
        bot.active_version = version
        bot.save(update_fields=["active_version"])


@transaction.atomic
def postpone_check(lease: CheckLease, reason: str, now: datetime | None = None) -> bool:
    """Our side failed or lacks a tool: wait and try again, never reject for it."""
    version = _end_lease(lease)
    if version is None:
        return False
    _wait(version, reason, now or timezone.now())
    return True


def give_back_check(lease: Lease, cause: str, now: datetime) -> None:
    """A worker went silent, within the reaper's transaction: somebody else tries at once."""
    version = BotVersion.objects.select_for_update().filter(check_token=lease.token, state=CheckState.CHECKING).first()
    if version is not None:
        version.check_token = None
        _wait(version, f"Our own failure, tried again soon: {cause}", now)
        nudges.version_is_waiting(version.pk)


def _wait(version: BotVersion, reason: str, now: datetime) -> None:
    version.state = CheckState.WAITING
    version.reason = reason
    version.deadline = now + (WAIT_LIMIT if version.check_attempts < MAX_ATTEMPTS else STUCK_PAUSE)
    version.save()


def let_wait(version_id: int, reason: str, now: datetime | None = None) -> bool:
    """Nothing was tried, so nothing counts as an attempt: shown with the reason, and asked for again soon."""
    values = {"version": version_id, "reason": reason, "deadline": (now or timezone.now()) + WAIT_LIMIT}
    return bool(prepared.rows(check_statements.WAIT, values))


def reap_checks(now: datetime | None = None) -> int:
    """Announce every check that waits too long. Safe at any time; silent workers are found by their leases."""
    now = now or timezone.now()
    overdue = BotVersion.objects.filter(
        state__in=[CheckState.WAITING, CheckState.CHECKING], deadline__lt=now
    ).values_list("pk", flat=True)
    reason = gates.why_closed()  # a restricted worker knows that it may not begin, and not why
    for version_id in overdue:
        if not reason or not let_wait(version_id, reason, now):
            nudges.version_is_waiting(version_id)
    return len(overdue)


@transaction.atomic
def check_again(version_id: int, by: User | None = None, now: datetime | None = None) -> bool:
    """Staff's and owner's button: a version that waits or was rejected gets a fresh check.

    It costs what an upload costs, so it counts as one for ``by`` who asks; staff and the arena itself have no limit.
    """
    now = now or timezone.now()
    again = BotVersion.objects.filter(pk=version_id, state__in=[CheckState.WAITING, CheckState.REJECTED])
    if by is not None and not by.is_staff and again.exists():
        quotas.use_build(by, now)
    changed = again.update(
        state=CheckState.WAITING,
        reason=gettext_noop("Waiting for a worker to build and check it."),
        check_attempts=0,
        deadline=now + WAIT_LIMIT,
    )
    if changed:
        nudges.version_is_waiting(version_id)
    return bool(changed)
