"""Uploads are built and checked by a worker that cannot write what it found: the control side does, after a look."""

from typing import Any

import pytest
from django.db import ProgrammingError, connection, transaction

import sandbox
from arena.accounts.models import User
from arena.bots.actions.check import begin_check, reap_checks, report_progress
from arena.bots.actions.deliver import accept_checks, deliver_check
from arena.bots.actions.submit import create_bot, submit
from arena.bots.archive import Upload
from arena.bots.checking import check_version
from arena.bots.models import BotVersion, CheckDelivery, CheckState
from arena.leases.models import Lease
from arena.matches.actions import switch
from arena.matches.models import QueueSwitch, WorkerRole
from tests.worker_role.conftest import ROLE, As

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_redis")]
GOOD = b"""
import random
from bots.sdk import Bot

class Dice(Bot):
    name = "Dice"

    def choose(self, request):
        return random.choice(request.legal)

Dice().run()
"""
CHECK = {"id": "a", "title": "a", "status": "pass", "sentence": "", "fix": "", "hello": "", "evidence": None}
MOST_TRIES = 6
EMPTY = {"format": "f", "version": 1, "passed": True, "void": False, "runtime": "", "measured": {}, "checks": []}
jailed = pytest.mark.skipif(not sandbox.detect().ready, reason=" ".join(sandbox.detect().missing))


def uploaded(owner: User, source: bytes = GOOD) -> BotVersion:
    return submit(create_bot(owner, "Newcomer", ["diamoniak"]), Upload((("bot.py", source),))).version


@jailed
@pytest.mark.parametrize(("source", "state"), [(GOOD, CheckState.READY), (b"raise SystemExit(3)", CheckState.REJECTED)])
def test_an_upload_is_checked_there_and_written_down_here(
    as_worker: As, alice: User, source: bytes, state: CheckState
) -> None:
    version = uploaded(alice, source)
    for _ in range(MOST_TRIES):
        with as_worker():
            is_examined = check_version(version.pk)
        if is_examined:
            break
        accept_checks()  # a machine that stands still blames nobody, and the upload waits for another try
    version.refresh_from_db()
    assert version.state == CheckState.CHECKING, "a worker writes no verdict itself"
    assert CheckDelivery.objects.get().role == ROLE
    assert accept_checks() == 1
    version.refresh_from_db()
    assert (version.state, version.report["passed"]) == (state, state == CheckState.READY), version.report
    assert version.report["checks"]
    assert isinstance(version.report["measured"]["games"], int)
    assert not CheckDelivery.objects.exists()
    assert not Lease.objects.exists()


def test_progress_is_shown_meanwhile_and_only_for_what_it_holds(as_worker: As, alice: User) -> None:
    mine = uploaded(alice)
    other = submit(mine.bot, Upload((("bot.py", b"2"),))).version
    held = begin_check(other.pk, worker="another")
    assert held is not None
    with as_worker():
        lease = begin_check(mine.pk, worker="w")
        assert lease is not None
        assert report_progress(lease, "Plays karma-2", 1, 9)
        assert not report_progress(held, "Mine now", 1, 9)
        assert not deliver_check(held, True, "Fine.", {})
    mine.refresh_from_db()
    other.refresh_from_db()
    assert (mine.progress, mine.reason) == ({"step": "Plays karma-2", "done": 1, "total": 9}, "Plays karma-2")
    assert other.progress == {}
    assert Lease.objects.get(token=lease.token).worker == f"{ROLE}/w"


@pytest.mark.parametrize(
    "report",
    [
        {"checks": 7},
        {**EMPTY, "measured": {"games": "many"}},
        {**EMPTY, "checks": [{"id": []}]},
        {**EMPTY, "checks": [{**CHECK, "texts": {"title": {"id": 1}}}]},
        {**EMPTY, "checks": [{**CHECK, "texts": {"hello": {"id": "a"}}}]},
        {**EMPTY, "checks": [{**CHECK, "texts": {"title": {"id": "a" * 30_000}}}]},
        {**EMPTY, "more": "x"},
        {**EMPTY, "passed": False},
        {},
    ],
)
def test_what_is_no_report_blames_nobody(as_worker: As, alice: User, report: dict[str, Any]) -> None:
    version = uploaded(alice)
    with as_worker():
        lease = begin_check(version.pk, worker="w")
        assert lease is not None
        assert deliver_check(lease, True, "Fine.", report)
    accept_checks()
    version.refresh_from_db()
    assert (version.state, version.report) == (CheckState.WAITING, {})
    assert "cannot be read" in version.reason


def test_our_own_failures_there_let_the_upload_wait(as_worker: As, alice: User) -> None:
    version = uploaded(alice)
    with as_worker():
        lease = begin_check(version.pk, worker="w")
        assert lease is not None
        deliver_check(lease, None, "Our own failure, tried again soon: the disk is full.", {})
    accept_checks()
    version.refresh_from_db()
    assert (version.state, version.reason) == (
        CheckState.WAITING,
        "Our own failure, tried again soon: the disk is full.",
    )


def test_a_verdict_after_the_lease_was_lost_counts_for_nothing(as_worker: As, alice: User) -> None:
    version = uploaded(alice)
    with as_worker():
        lease = begin_check(version.pk, worker="w")
        assert lease is not None
        assert deliver_check(lease, True, "Fine.", EMPTY)
    BotVersion.objects.update(check_token=None, state=CheckState.WAITING)
    assert accept_checks() == 0
    version.refresh_from_db()
    assert version.state == CheckState.WAITING


@pytest.mark.parametrize("change", [{"is_trusted": False}, {"stopped_because": "It lied."}])
def test_workers_that_are_not_believed_check_nothing(as_worker: As, alice: User, change: dict[str, Any]) -> None:
    version = uploaded(alice)
    WorkerRole.objects.update(**change)
    with as_worker():
        assert begin_check(version.pk, worker="w") is None
    version.refresh_from_db()
    assert version.state == CheckState.WAITING


def test_while_checks_are_paused_none_begins_there_and_the_reason_is_told(
    as_worker: As, alice: User, stella: User
) -> None:
    version = uploaded(alice)
    switch.pause(QueueSwitch.Queue.CHECKS, stella, "The disk is full.")
    with as_worker():
        assert not check_version(version.pk)
    BotVersion.objects.update(deadline="2020-01-01T00:00:00Z")
    reap_checks()
    version.refresh_from_db()
    assert version.reason == "Staff has paused the checks of uploads. The disk is full."


def test_no_verdict_can_be_written_past_the_doors(as_worker: As, alice: User) -> None:
    uploaded(alice)
    with as_worker():
        for statement in (
            "UPDATE bots_botversion SET state = 'ready'",
            "INSERT INTO bots_checkdelivery (token, role, payload) VALUES (gen_random_uuid(), 'x', '{}')",
            "SELECT payload FROM bots_checkdelivery",
        ):
            with pytest.raises(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)
