from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from arena.bots.models import BotVersion
from arena.matches.actions.accept_result import accept_result
from arena.matches.actions.claim import claim
from arena.matches.actions.settle import settle
from arena.matches.models import Match, MatchState
from arena.ratings.ladder import cycles, suspension
from arena.ratings.models import Cycle, CycleState, LadderEntry, Pool
from tests.matches import cast

pytestmark = pytest.mark.django_db


def _finish_all(fault_of: int | None = None) -> None:
    while (lease := claim("w")) is not None:
        match = Match.objects.get(blocks__games=lease.game_id)
        seats = list(match.blocks.get().games.get(pk=lease.game_id).seats.order_by("seat"))
        faults = ["crash" if seat.version_id == fault_of else "" for seat in seats]
        ranks = [2 if fault else 1 for fault in faults] if any(faults) else [1, 2]
        accept_result(lease, cast.result(ranks, faults, mark=str(lease.game_id)))
        settle(match.pk)


def test_a_cycle_schedules_rated_pods_and_closes_when_they_are_done(pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(pool.pk)
    cycle = Cycle.objects.get()
    matches = Match.objects.filter(period=cycle.key)
    assert matches.exists()
    assert all(match.is_rated and match.variant == "diamoniak-2" for match in matches)
    cycles.run_ladder(pool.pk)
    assert Cycle.objects.count() == 1, "an open cycle stays while its pods are played"
    _finish_all()
    cycles.run_ladder(pool.pk)
    assert list(Cycle.objects.order_by("number").values_list("state", flat=True)) == ["closed", "open"]


def test_at_its_deadline_unfinished_pods_move_to_the_next_cycle(pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(pool.pk)
    first = Cycle.objects.get()
    waiting = set(Match.objects.filter(period=first.key).values_list("pk", flat=True))
    cycles.run_ladder(pool.pk, timezone.now() + cycles.CYCLE_LIMIT + timedelta(seconds=1))
    first.refresh_from_db()
    second = Cycle.objects.get(number=2)
    assert first.state == CycleState.CLOSED
    assert waiting <= set(Match.objects.filter(period=second.key).values_list("pk", flat=True))


def test_a_ladder_that_is_off_opens_no_cycle(pool: Pool, versions: list[BotVersion]) -> None:
    Pool.objects.update(ladder_is_on=False)
    cycles.run_ladder(pool.pk)
    assert not Cycle.objects.exists()


def test_private_retired_and_suspended_bots_do_not_play(pool: Pool, versions: list[BotVersion]) -> None:
    versions[0].bot.is_private = True
    versions[0].bot.save()
    versions[1].bot.is_retired = True
    versions[1].bot.save()
    LadderEntry.objects.create(pool=pool, version=versions[2], joined_at=timezone.now(), is_suspended=True)
    cycles.run_ladder(pool.pk)
    assert not Match.objects.exists()


def test_faults_in_a_row_suspend_a_bot_and_tell_its_owner(
    pool: Pool, versions: list[BotVersion], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    bad = versions[0]
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(suspension.MAX_FAULT_RUN):
            cycles.run_ladder(pool.pk)
            _finish_all(fault_of=bad.pk)
        cycles.run_ladder(pool.pk)
    entry = LadderEntry.objects.get(version=bad)
    assert entry.is_suspended
    assert "faults in a row, the last one: crash" in entry.suspended_reason
    assert not Match.objects.filter(state=MatchState.RUNNING, entrants__version=bad).exists()
    assert [(each.subject, each.to) for each in mail.outbox] == [
        ("Ace v1 is off the ladder", ["Ace@example.org".lower()])
    ]
    suspension.put_back(entry)
    assert not LadderEntry.objects.get(version=bad).is_suspended
