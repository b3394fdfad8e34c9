"""Keep a lease, or lose it: heartbeats, void attempts, and the reaper of leases nobody keeps."""

import uuid
from datetime import datetime

import structlog
from django.db import transaction
from django.utils import timezone

from arena.matches import limits, nudges
from arena.matches.actions.claim import Lease
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState

_log = structlog.get_logger(__name__)


def heartbeat(lease: Lease, now: datetime | None = None) -> bool:
    """Extend the lease. False: it was lost meanwhile, and nothing this worker hands in will count."""
    now = now or timezone.now()
    held = Game.objects.filter(pk=lease.game_id, state=GameState.LEASED, lease_token=lease.token)
    if not held.update(deadline=now + limits.LEASE):
        return False
    Attempt.objects.filter(token=lease.token).update(heartbeat_at=now)
    return True


@transaction.atomic
def void_attempt(lease: Lease, cause: str, now: datetime | None = None) -> bool:
    """Our own failure: the same deal and seats are played again, and nobody is charged. False: lease was lost."""
    game = Game.objects.select_for_update().get(pk=lease.game_id)
    if game.state != GameState.LEASED or game.lease_token != lease.token:
        _end_attempt(lease.token, AttemptOutcome.FENCED, cause, now)
        return False
    _give_back(game, cause, now or timezone.now())
    return True


@transaction.atomic
def reap(now: datetime | None = None) -> int:
    """Return every overdue lease to the queue, and announce games that wait too long. Safe at any time."""
    now = now or timezone.now()
    overdue = Game.objects.select_for_update(skip_locked=True).filter(deadline__lt=now)
    lost = list(overdue.filter(state=GameState.LEASED))
    for game in lost:
        last = Attempt.objects.get(game=game, number=game.attempt_count)
        silent_s = (now - last.heartbeat_at).total_seconds()
        _give_back(game, f"Worker {last.worker} gave no sign of life for {silent_s:.0f} s.", now)
    for game in overdue.filter(state=GameState.STUCK):
        _queue_again(game.pk, limits.MAX_VOIDS - 1, "Tried once more after a pause.", now)
    waiting = overdue.filter(state=GameState.QUEUED).values_list("pk", flat=True)
    count = Game.objects.filter(pk__in=list(waiting)).update(deadline=now + limits.QUEUE_PATIENCE)
    if count:
        nudges.games_are_waiting(count)
    return len(lost)


def explain_waiting_uploads(reason: str) -> int:
    """Games that a worker had to leave alone say why; whoever takes one later writes another reason over it."""
    waiting = Game.objects.filter(state=GameState.QUEUED, seats__version__bot__house_name="").exclude(reason=reason)
    return Game.objects.filter(pk__in=waiting.order_by().values("pk"), state=GameState.QUEUED).update(reason=reason)


@transaction.atomic
def try_stuck_game_again(game_id: int, now: datetime | None = None) -> bool:
    """Staff's button on a stuck game: a fresh budget of void attempts."""
    return _queue_again(game_id, 0, "Queued again by staff.", now or timezone.now())


def _queue_again(game_id: int, voids: int, reason: str, now: datetime) -> bool:
    """False: the game is not stuck any more."""
    changed = Game.objects.filter(pk=game_id, state=GameState.STUCK).update(
        state=GameState.QUEUED,
        void_count=voids,
        queued_at=now,
        deadline=now + limits.QUEUE_PATIENCE,
        reason=reason,
    )
    if changed:
        nudges.games_are_waiting()
    return bool(changed)


def _give_back(game: Game, cause: str, now: datetime) -> None:
    assert game.lease_token is not None  # noqa: S101 - a leased game has a token: a constraint of the table
    _end_attempt(game.lease_token, AttemptOutcome.VOID, cause, now)
    game.lease_token = None
    game.void_count += 1
    if game.void_count >= limits.MAX_VOIDS:
        game.state = GameState.STUCK
        game.deadline = now + limits.STUCK_PAUSE
        game.reason = f"Failed {game.void_count} times on our side; staff is told. Last: {_first_line(cause)}"
        _log.error("game_stuck", game=game.pk, cause=_first_line(cause))
    else:
        game.state = GameState.QUEUED
        game.deadline = now + limits.QUEUE_PATIENCE
        game.reason = f"Played again after a failure of ours: {_first_line(cause)}"
        nudges.games_are_waiting()
    game.save(update_fields=["state", "lease_token", "void_count", "deadline", "reason"])


def _end_attempt(token: uuid.UUID, outcome: AttemptOutcome, cause: str, now: datetime | None) -> None:
    Attempt.objects.filter(token=token, outcome=AttemptOutcome.RUNNING).update(
        outcome=outcome, cause=cause[:4000], ended_at=now or timezone.now()
    )


def _first_line(cause: str) -> str:
    """Tracebacks end with what matters; their first line says nothing."""
    lines = [line for line in cause.strip().splitlines() if line.strip()]
    return (lines[-1] if lines else "no reason given")[:300]
