from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from arena.bots.models import BotVersion
from arena.matches import limits
from arena.matches.actions import lease as leases
from arena.matches.actions import settle
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState
from tests.matches import cast

pytestmark = pytest.mark.django_db


def _later(seconds: float) -> datetime:
    return timezone.now() + timedelta(seconds=seconds)


def test_a_heartbeat_keeps_the_lease(versions: list[BotVersion]) -> None:
    cast.match(versions)
    lease = cast.take()
    assert leases.heartbeat(lease, _later(50))
    assert leases.reap(_later(80)) == 0
    assert Game.objects.get(pk=lease.game_id).state == GameState.LEASED


def test_an_expired_lease_goes_back_to_the_queue_with_the_reason(versions: list[BotVersion]) -> None:
    cast.match(versions)
    lease = cast.take("worker-3")
    assert leases.reap(_later(61)) == 1
    game = Game.objects.get(pk=lease.game_id)
    assert (game.state, game.void_count) == (GameState.QUEUED, 1)
    assert "Worker worker-3 gave no sign of life for 61 s." in game.reason
    assert Attempt.objects.get().outcome == AttemptOutcome.VOID
    assert not leases.heartbeat(lease), "the old holder is told that it lost"


def test_a_void_attempt_changes_nothing_but_the_counter(versions: list[BotVersion]) -> None:
    cast.match(versions)
    before = Game.objects.values("salt", "commitment", "queued_at", "ranks").first()
    lease = cast.take()
    assert leases.void_attempt(lease, "The sandbox broke.")
    game = Game.objects.get(pk=lease.game_id)
    assert Game.objects.values("salt", "commitment", "queued_at", "ranks").first() == before
    assert (game.void_count, game.attempt_count) == (1, 1)


def test_after_five_voids_a_game_is_stuck_and_never_lost(versions: list[BotVersion]) -> None:
    cast.match(versions)
    first = cast.take()
    leases.void_attempt(first, "broken")
    for _ in range(limits.MAX_VOIDS - 1):
        leases.void_attempt(cast.take(), "Traceback\n  boom\nOSError: no room")
    game = Game.objects.get(pk=first.game_id)
    assert (game.state, game.ranks) == (GameState.STUCK, None)
    assert "staff is told. Last: OSError: no room" in game.reason
    assert game.deadline is not None, "it does not wait for ever"


def test_a_stuck_game_gets_one_more_attempt_after_a_pause(versions: list[BotVersion]) -> None:
    cast.match(versions)
    stuck = cast.take().game_id
    pause_s = limits.STUCK_PAUSE.total_seconds()
    Game.objects.filter(pk=stuck).update(
        state=GameState.STUCK, lease_token=None, void_count=limits.MAX_VOIDS, deadline=_later(pause_s)
    )
    leases.reap(_later(pause_s - 60))
    assert Game.objects.get(pk=stuck).state == GameState.STUCK
    leases.reap(_later(pause_s + 1))
    assert Game.objects.get(pk=stuck).state == GameState.QUEUED
    Game.objects.exclude(pk=stuck).delete()
    leases.void_attempt(cast.take(), "still broken")
    game = Game.objects.get(pk=stuck)
    assert (game.state, game.ranks) == (GameState.STUCK, None), "one, and not another five"


def test_staff_can_give_a_stuck_game_another_try(versions: list[BotVersion]) -> None:
    cast.match(versions)
    first = cast.take()
    Game.objects.filter(pk=first.game_id).update(state=GameState.STUCK, lease_token=None)
    assert leases.try_stuck_game_again(first.game_id)
    assert not leases.try_stuck_game_again(first.game_id), "it is queued already"
    assert Game.objects.get(pk=first.game_id).state == GameState.QUEUED


def test_a_game_nobody_fetched_is_announced_again(versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    leases.reap(_later(61))
    assert all(game.deadline and game.deadline > _later(61) for game in cast.games_of(match))


def test_cancelling_a_match_ends_the_attempts_that_run(versions: list[BotVersion]) -> None:
    match = cast.match(versions)
    lease = cast.take()
    assert settle.cancel(match.pk, "Asked for by mistake.")
    attempt = Attempt.objects.get()
    assert (attempt.outcome, attempt.cause) == (AttemptOutcome.CANCELLED, "Asked for by mistake.")
    assert not leases.heartbeat(lease), "the worker is told"
    assert not leases.void_attempt(lease, "too late")
    attempt.refresh_from_db()
    assert attempt.outcome == AttemptOutcome.CANCELLED
