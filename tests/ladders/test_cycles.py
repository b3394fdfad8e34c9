from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from celery import current_app
from django.core import mail
from django.utils import timezone

from arena.bots.models import Bot, BotVersion
from arena.matches.actions.settle import settle
from arena.matches.models import Game, GameState, Match, MatchState
from arena.ratings import tasks
from arena.ratings.actions.close_period import open_pool
from arena.ratings.ladder import cycles, rules, suspension
from arena.ratings.models import Anchor, Cycle, CycleState, LadderEntry, Period, Pool, RatingEvent
from tests.matches import cast

pytestmark = pytest.mark.django_db


def _finish_all(fault_of: int | None = None) -> None:
    while (lease := cast.next_game("w")) is not None:
        match = Match.objects.get(blocks__games=lease.game_id)
        seats = list(match.blocks.get().games.get(pk=lease.game_id).seats.order_by("seat"))
        faults = ["crash" if seat.version_id == fault_of else "" for seat in seats]
        ranks = [2 if fault else 1 for fault in faults] if any(faults) else [1, 2]
        cast.accept(lease, cast.result(ranks, faults, mark=str(lease.game_id)))
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
    cycles.run_ladder(pool.pk, timezone.now() + rules.CYCLE_LIMIT + timedelta(seconds=1))
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
    LadderEntry.objects.filter(version=versions[2]).update(is_suspended=True)
    cycles.run_ladder(pool.pk)
    assert not Match.objects.exists()


@pytest.fixture
def suspended(pool: Pool, versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch) -> LadderEntry:
    """Ace crashed until it was taken off; no message about it has reached a worker."""
    monkeypatch.setattr(current_app, "send_task", lambda *given: None)
    for _ in range(rules.MAX_FAULT_RUN):
        cycles.run_ladder(pool.pk)
        _finish_all(fault_of=versions[0].pk)
    cycles.run_ladder(pool.pk)
    return LadderEntry.objects.get(version=versions[0])


def test_faults_in_a_row_suspend_a_bot_until_it_is_put_back(suspended: LadderEntry) -> None:
    assert suspended.is_suspended
    assert "faults in a row, the last one: crash" in suspended.suspended_reason
    assert not Match.objects.filter(state=MatchState.RUNNING, entrants__version=suspended.version).exists()
    assert suspension.put_back(suspended.pk)
    assert not suspension.put_back(suspended.pk), "once is enough"
    assert not LadderEntry.objects.get(pk=suspended.pk).is_suspended


def test_the_owner_is_told_once_however_often_the_message_comes(suspended: LadderEntry) -> None:
    assert suspension.untold() == [suspended.pk], "the message was lost, so the beat has to find it"
    assert [suspension.tell_owner(suspended.pk) for _ in range(3)] == [True, False, False]
    assert [(each.subject, each.to) for each in mail.outbox] == [("Ace v1 is off the ladder", ["ace@example.org"])]
    assert suspension.untold() == []
    suspension.put_back(suspended.pk)
    assert not suspension.tell_owner(suspended.pk), "a message that comes late tells nothing wrong"


def test_a_mail_server_that_is_away_is_tried_again(suspended: LadderEntry, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise SMTPServerDisconnected

    with monkeypatch.context() as patched:
        patched.setattr(suspension, "send_mail", refuse)
        with pytest.raises(SMTPServerDisconnected):
            suspension.tell_owner(suspended.pk)
    assert suspension.untold() == [suspended.pk]
    assert suspension.tell_owner(suspended.pk)
    assert len(mail.outbox) == 1


def test_a_pod_left_over_is_rated_later_and_keeps_no_cycle_waiting(pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(pool.pk)
    later = timezone.now() + rules.CYCLE_LIMIT + timedelta(seconds=1)
    cycles.run_ladder(pool.pk, later)
    moved = Match.objects.filter(key__contains="/c1/")
    assert {match.period for match in moved} == {Cycle.objects.get(number=2).key}
    busy = set(moved.values_list("entrants__version", flat=True)) - {versions[3].pk}
    fresh = Match.objects.filter(key__contains="/c2/").values_list("entrants__version", flat=True)
    assert not busy & set(fresh), "a bot that still plays gets no second pod"
    _finish_all()
    cycles.run_ladder(pool.pk, later)
    assert Cycle.objects.get(number=2).state == CycleState.CLOSED
    assert RatingEvent.objects.filter(period__key=Cycle.objects.get(number=2).key).exists()


def test_a_stuck_pod_does_not_make_every_cycle_last_to_its_deadline(pool: Pool, versions: list[BotVersion]) -> None:
    stuck = cast.match(versions[:2], key="ladder/old/p0", source="ladder:diamoniak-2")
    Match.objects.filter(pk=stuck.pk).update(is_rated=True, period="ladder/diamoniak-2/s1/c1")
    Game.objects.filter(block__match=stuck).update(state=GameState.STUCK)
    for number in (1, 2):
        cycles.run_ladder(pool.pk)
        _finish_all()
        cycles.run_ladder(pool.pk)
        assert Cycle.objects.get(number=number).state == CycleState.CLOSED
    assert Match.objects.get(pk=stuck.pk).period == Cycle.objects.get(number=3).key


def test_a_ladder_switched_off_still_rates_what_it_began(pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(pool.pk)
    Pool.objects.update(ladder_is_on=False)
    cycles.run_ladder(pool.pk, timezone.now() + rules.CYCLE_LIMIT + timedelta(seconds=1))
    assert Cycle.objects.get(number=2).state == CycleState.OPEN, "for the pods that are left over"
    _finish_all()
    cycles.run_ladder(pool.pk)
    assert RatingEvent.objects.exists()
    cycles.run_ladder(pool.pk)
    assert not Cycle.objects.filter(state=CycleState.OPEN).exists()


def test_a_cycle_is_in_the_log_as_soon_as_it_is_closed(pool: Pool, versions: list[BotVersion]) -> None:
    cycles.run_ladder(pool.pk)
    _finish_all()
    cycles.run_ladder(pool.pk)
    period = Period.objects.get()
    assert period.key == Cycle.objects.get(number=1).key
    assert period.last_seq >= period.first_seq


def test_with_nobody_to_play_no_cycle_is_made(pool: Pool, versions: list[BotVersion]) -> None:
    Bot.objects.update(is_retired=True)
    for _ in range(3):
        cycles.run_ladder(pool.pk)
    assert not Cycle.objects.exists()


def test_the_house_alone_plays_in_turn_until_its_distances_are_known(pool: Pool, versions: list[BotVersion]) -> None:
    for version in versions:
        Anchor.objects.get_or_create(pool=pool, version=version, defaults={"rating": 1500})
    for _ in range(4):
        cycles.run_ladder(pool.pk)
        _finish_all()
    played = Match.objects.values_list("entrants__version", flat=True)
    assert set(played) == {version.pk for version in versions}
    Pool.objects.update(last_seq=rules.HOUSE_GAMES)
    cycles.run_ladder(pool.pk)
    assert not Cycle.objects.filter(state=CycleState.OPEN).exists()


def test_one_broken_ladder_does_not_stop_the_others(
    pool: Pool, versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = open_pool("karma-2")
    moved: list[int] = []

    def run(pool_id: int) -> None:
        if pool_id == pool.pk:
            raise RuntimeError("broken")
        moved.append(pool_id)

    monkeypatch.setattr(tasks, "run_ladder", run)
    tasks.run_ladders()
    assert moved == [other.pk]
    assert "The ladder of diamoniak-2, season 1 did not move." in caplog.text
