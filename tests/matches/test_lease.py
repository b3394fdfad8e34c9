from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.leases import actions as leases
from arena.leases.models import Lease
from arena.matches import limits
from arena.matches.actions import settle, void
from arena.matches.actions.claim import claim
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState, Slot
from arena.matches.reading import attempts_of
from tests.matches import cast

pytestmark = pytest.mark.django_db


def _later(seconds: float) -> datetime:
    return timezone.now() + timedelta(seconds=seconds)


def test_a_heartbeat_keeps_the_lease(versions: list[BotVersion]) -> None:
    cast.match(versions)
    held = cast.take()
    assert leases.heartbeat({held.token: held.game_id}, _later(50)) == {held.token}
    assert leases.reap(_later(80)) == 0
    assert Game.objects.get(pk=held.game_id).state == GameState.LEASED


def test_an_expired_lease_goes_back_to_the_queue_with_the_reason(versions: list[BotVersion]) -> None:
    cast.match(versions)
    held = cast.take("worker-3")
    assert leases.reap(_later(61)) == 1
    game = Game.objects.get(pk=held.game_id)
    assert (game.state, game.void_count) == (GameState.PAUSED, 1)
    assert "Worker worker-3 gave no sign of life for 61 s." in game.reason
    assert Attempt.objects.get().outcome == AttemptOutcome.VOID
    assert leases.heartbeat({held.token: None}) == set(), "the old holder is told that it lost"
    assert not Slot.objects.exists(), "its bots are free again"


def test_of_a_batch_whose_worker_died_no_game_is_charged_and_each_is_played_alone(versions: list[BotVersion]) -> None:
    match = cast.match(versions, blocks=3)
    batch = claim("doomed")
    assert batch is not None
    assert len(batch.games) == 6
    leases.reap(_later(61))
    assert [game.void_count for game in cast.games_of(match)] == [0] * 6
    assert set(Attempt.objects.values_list("outcome", flat=True)) == {AttemptOutcome.VOID}
    assert "It held 6 games" in Attempt.objects.earliest("pk").cause
    again = claim("heir")
    assert again is not None
    assert len(again.games) == 1
    leases.reap(_later(122))
    assert Game.objects.get(pk=again.games[0].id).void_count == 1, "alone, it is known to be to blame"


def test_innocent_games_of_a_killer_are_played_together_again(versions: list[BotVersion]) -> None:
    match = cast.match(versions, blocks=2)
    assert claim("doomed") is not None
    leases.reap(_later(61))
    for _ in range(4):
        assert cast.finish(cast.take()).value == "accepted"
    assert not Game.objects.filter(plays_alone=True).exists()
    assert all(game.state == GameState.DONE for game in cast.games_of(match))


def test_a_void_attempt_changes_nothing_but_the_counter(versions: list[BotVersion]) -> None:
    cast.match(versions)
    before = Game.objects.values("salt", "commitment", "queued_at", "ranks").first()
    held = cast.take()
    assert cast.void(held, "The sandbox broke.")
    game = Game.objects.get(pk=held.game_id)
    assert Game.objects.values("salt", "commitment", "queued_at", "ranks").first() == before
    assert (game.void_count, game.attempt_count) == (1, 1)
    assert not Lease.objects.exists()


def test_after_five_voids_a_game_is_stuck_and_never_lost(versions: list[BotVersion]) -> None:
    cast.match(versions)
    first = cast.take()
    now = timezone.now()
    cast.void(first, "broken", now)
    for _ in range(limits.MAX_VOIDS - 1):
        now += limits.LONGEST_PAUSE
        void.reap_waiting(now)
        cast.void(cast.take(now=now), "Traceback\n  boom\nOSError: no room", now)
    game = Game.objects.get(pk=first.game_id)
    assert (game.state, game.ranks) == (GameState.STUCK, None)
    assert "staff is told. Last: OSError: no room" in game.reason
    assert game.deadline is not None, "it does not wait for ever"


def test_a_game_that_failed_pauses_longer_each_time_and_one_cause_counts_once(versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    now = timezone.now()
    pauses = []
    for _ in range(4):
        held = cast.take(now=now)
        cast.void(held, f"OSError: no room for file {now}", now)
        game = Game.objects.get(pk=held.game_id)
        assert game.state == GameState.PAUSED
        assert game.deadline is not None
        pauses.append((game.deadline - now).total_seconds())
        void.reap_waiting(game.deadline - timedelta(seconds=0.1))
        assert Game.objects.get(pk=held.game_id).state == GameState.PAUSED
        now = game.deadline + timedelta(seconds=0.1)
        void.reap_waiting(now)
    assert pauses == [5, 10, 20, 40]
    voided = Game.objects.get(pk=held.game_id)
    assert (voided.state, voided.void_count, voided.attempt_count) == (GameState.QUEUED, 1, 4)
    cast.void(cast.take(now=now), "another cause", now)
    assert Game.objects.get(pk=voided.pk).void_count == 2
    assert {game.pk for game in cast.games_of(match)} >= {voided.pk}


def test_a_pausing_game_is_forfeited_and_cancelled_like_a_waiting_one(versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    held = cast.take()
    cast.void(held, "broken")
    assert settle.cancel(match.pk, "enough")
    assert {game.state for game in cast.games_of(match)} == {GameState.CANCELLED}


def test_a_stuck_game_gets_one_more_attempt_after_a_pause(versions: list[BotVersion]) -> None:
    cast.match(versions)
    stuck = cast.take().game_id
    pause_s = limits.STUCK_PAUSE.total_seconds()
    Game.objects.filter(pk=stuck).update(
        state=GameState.STUCK, lease_token=None, void_count=limits.MAX_VOIDS, deadline=_later(pause_s)
    )
    void.reap_waiting(_later(pause_s - 60))
    assert Game.objects.get(pk=stuck).state == GameState.STUCK
    void.reap_waiting(_later(pause_s + 1))
    assert Game.objects.get(pk=stuck).state == GameState.QUEUED
    Game.objects.exclude(pk=stuck).delete()
    cast.void(cast.take(), "still broken")
    game = Game.objects.get(pk=stuck)
    assert (game.state, game.ranks) == (GameState.STUCK, None), "one, and not another five"


def test_staff_can_give_a_stuck_game_another_try(versions: list[BotVersion]) -> None:
    cast.match(versions)
    first = cast.take()
    Game.objects.filter(pk=first.game_id).update(state=GameState.STUCK, lease_token=None, deadline=_later(60))
    assert void.try_stuck_game_again(first.game_id)
    assert not void.try_stuck_game_again(first.game_id), "it is queued already"
    assert Game.objects.get(pk=first.game_id).state == GameState.QUEUED


def test_a_game_nobody_fetched_is_announced_again(versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    void.reap_waiting(_later(61))
    assert all(game.deadline and game.deadline > _later(61) for game in cast.games_of(match))


def test_cancelling_a_match_ends_the_attempts_that_run(versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    held = cast.take()
    assert settle.cancel(match.pk, "Asked for by mistake.")
    attempt = Attempt.objects.get()
    assert (attempt.outcome, attempt.cause) == (AttemptOutcome.CANCELLED, "Asked for by mistake.")
    assert not cast.void(held, "too late")
    attempt.refresh_from_db()
    assert attempt.outcome == AttemptOutcome.CANCELLED
    assert Game.objects.get(pk=held.game_id).state == GameState.CANCELLED


def test_a_game_that_runs_shows_its_attempt(versions: list[BotVersion]) -> None:
    cast.match(versions)
    held = cast.take("worker-9")
    (attempt,) = attempts_of(Game.objects.get(pk=held.game_id))
    assert (attempt.number, attempt.outcome, attempt.worker) == (1, AttemptOutcome.RUNNING, "worker-9")
    cast.finish(held)
    (attempt,) = attempts_of(Game.objects.get(pk=held.game_id))
    assert attempt.outcome == AttemptOutcome.RESULT


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_worker_whose_clock_jumped_keeps_right_leases_and_hands_in(
    versions: list[BotVersion], monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    match = cast.match(versions)
    wrong = timezone.now() + timedelta(hours=hours)
    with monkeypatch.context() as worker:
        worker.setattr(timezone, "now", lambda: wrong)
        held = cast.take("worker-with-a-wrong-clock")
        leases.heartbeat({held.token: held.game_id})
    lease = Lease.objects.get()
    assert abs((lease.deadline - _later(60)).total_seconds()) < 30
    assert leases.reap() == 0, "it lives"
    monkeypatch.setattr(timezone, "now", lambda: wrong)
    assert cast.finish(held).value == "accepted"
    finished = Game.objects.get(pk=held.game_id).finished_at
    monkeypatch.undo()
    assert finished is not None
    assert abs((finished - timezone.now()).total_seconds()) < 30
    assert leases.reap(_later(61)) == 0
    assert {game.state for game in cast.games_of(match)} == {GameState.DONE, GameState.QUEUED}
