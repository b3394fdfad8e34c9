"""What a worker does with an upload: the doctor of the command line, and the outcome written down."""

import os
import socket
import traceback
from typing import Any

import structlog
from django.conf import settings

import sandbox
from arena.bots import gates
from arena.bots.actions.check import (
    CheckLease,
    begin_check,
    finish_check,
    let_wait,
    postpone_check,
    report_progress,
)
from arena.bots.actions.deliver import deliver_check
from arena.bots.archive import UploadError
from arena.bots.conditions import conditions
from arena.bots.large_files import stored_upload
from arena.bots.models import BotVersion
from arena.bots.unpacked import unpacked
from arena.leases.keeper import LeaseLostError, keeper
from referee.doctor import Report, examine
from referee.doctor.telling import verdict

COLUMNS = ("bot_id", "number", "content_hash", "archive", "runtime", "bot__name", "bot__games")
"""No more than the database lets a restricted worker read: ``arena.matches.sql.doors``."""
_log = structlog.get_logger(__name__)
WAITS_FOR_SANDBOX = "Uploads wait: this worker cannot lock programs in."


def check_version(version_id: int) -> bool:
    """Check the version if it may be checked here and now. False: it waits, with the reason, or is done already."""
    if reason := why_not_here() or gates.why_closed():
        let_wait(version_id, reason)
        return False
    lease = begin_check(version_id, worker=f"{socket.gethostname()}:{os.getpid()}")
    if lease is None:
        return False
    with keeper().keeping(lease.token) as held:
        held.current = version_id
        return run_check(lease)


def why_not_here() -> str:
    """What this machine lacks for uploaded programs, with the command that mends it; empty if nothing."""
    host = sandbox.detect()
    if host.ready:
        return ""
    return f"{WAITS_FOR_SANDBOX} {' '.join(host.missing)} Then restart the workers."


def run_check(lease: CheckLease) -> bool:
    """Examine the version and write the outcome. False: it went back to waiting, or somebody else has it."""
    version = BotVersion.objects.select_related("bot").only(*COLUMNS).get(pk=lease.version_id)
    try:
        report = _examine(version, lease)
    except LeaseLostError:
        return False
    except UploadError as reason:
        return _end(lease, False, str(reason))
    except Exception:  # ours: the upload waits and is not blamed
        cause = traceback.format_exc()
        _log.exception("check_failed", version=version.pk)
        _end(lease, None, f"Our own failure, tried again soon: {cause.strip().splitlines()[-1][:1000]}")
        return False
    if report.is_void:
        _end(lease, None, "Our own failure, tried again soon: the sandbox did not work.")
        return False
    return _end(lease, report.passed, str(verdict(report.checks)), report.to_json())


def _end(lease: CheckLease, passed: bool | None, reason: str, report: dict[str, Any] | None = None) -> bool:
    """``passed`` is None where we failed. False: the lease was lost."""
    if settings.IS_RESTRICTED_WORKER:
        return deliver_check(lease, passed, reason, report or {})
    if passed is None:
        return postpone_check(lease, reason)
    return finish_check(lease, passed=passed, reason=reason, report=report or {})


def _examine(version: BotVersion, lease: CheckLease) -> Report:
    def progress(step: str, done: int, total: int) -> None:
        if not report_progress(lease, step, done, total):
            raise LeaseLostError("Another worker took the check over.")

    with unpacked(stored_upload(version)) as folder:
        return examine(folder, version.bot.games, conditions=conditions(), progress=progress)
