"""What a worker does with an upload: the doctor of the command line, and the outcome written down."""

import traceback

import structlog

import sandbox
from arena.bots.actions.check import CheckLease, finish_check, postpone_check, report_progress
from arena.bots.archive import UploadError
from arena.bots.models import BotVersion
from arena.bots.unpacked import stored_upload, unpacked
from referee.doctor import Report, examine

_log = structlog.get_logger(__name__)


class LeaseLostError(Exception):
    """Another worker took the check over."""


def run_check(lease: CheckLease) -> bool:
    """Examine the version and write the outcome. False: it went back to waiting, or somebody else has it."""
    version = BotVersion.objects.select_related("bot").get(pk=lease.version_id)
    host = sandbox.detect()
    if not host.ready:
        postpone_check(lease, f"Uploads wait: {' '.join(host.missing)}")
        return False
    try:
        report = _examine(version, lease)
    except LeaseLostError:
        return False
    except UploadError as reason:
        return finish_check(lease, passed=False, reason=str(reason), report={})
    except Exception:  # ours: the upload waits and is not blamed
        cause = traceback.format_exc()
        _log.exception("check_failed", version=version.pk)
        postpone_check(lease, f"Our own failure, tried again soon: {cause.strip().splitlines()[-1]}")
        return False
    if report.is_void:
        postpone_check(lease, "Our own failure, tried again soon: the sandbox did not work.")
        return False
    return finish_check(lease, passed=report.passed, reason=_verdict(report), report=report.to_json())


def _examine(version: BotVersion, lease: CheckLease) -> Report:
    def progress(step: str, done: int, total: int) -> None:
        if not report_progress(lease, step, done, total):
            raise LeaseLostError

    with unpacked(stored_upload(version)) as folder:
        return examine(folder, version.bot.games, progress=progress)


def _verdict(report: Report) -> str:
    failures = report.failures()
    if not failures:
        return "Passed every check."
    first = failures[0]
    more = f" ({len(failures) - 1} more below.)" if len(failures) > 1 else ""
    return f"{first.title}: {first.sentence} {first.fix}{more}".strip()
