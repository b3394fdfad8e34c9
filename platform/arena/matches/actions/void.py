"""Failures of ours: games go back to the queue, and after too many of them wait for staff. Nobody is charged."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import transaction

from arena.leases.models import Lease
from arena.lib.clock import database_now
from arena.lib.stored_words import filled
from arena.matches import budget, limits, nudges
from arena.matches.actions.claim import Batch
from arena.matches.budget import Failure
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState, Slot
from arena.matches.results import VoidGame
from arena.matches.sql import turns
from engines.words import mark

_log = structlog.get_logger(__name__)


def void_game(batch: Batch, void: VoidGame, now: datetime) -> bool:
    """A game of a batch failed: the same deal and seats are played again. False: it was taken away meanwhile."""
    game = Game.objects.select_for_update().get(pk=void.game.id)
    if game.state != GameState.LEASED or game.lease_token != batch.token:
        return False
    earlier = _failures(game)
    _end_attempt(game, _Attempted(batch.token, batch.worker, void.started_at), void.cause, now)
    _give_back(game, Failure(void.cause, now), earlier)
    return True


def give_back_batch(lease: Lease, cause: str, now: datetime) -> None:
    """A worker went silent, within the reaper's transaction. What it was playing is charged with the failure.

    Of several games nobody knows which one it was: none is charged, and each is played alone from now on, so that a
    game that kills its worker is found out without taking a hundred others along.
    """
    games = list(
        Game.objects.select_for_update().filter(lease_token=lease.token, state=GameState.LEASED).order_by("pk")
    )
    by = _Attempted(lease.token, lease.worker, lease.taken_at)
    for game in games:
        if len(games) == 1:
            earlier = _failures(game)
            _end_attempt(game, by, cause, now)
            _give_back(game, Failure(cause, now), earlier)
        else:
            _end_attempt(game, by, f"{cause} It held {len(games)} games, and which one it played is not known.", now)
            game.plays_alone = True
            _queue(game, filled(mark("Played again soon after a failure of ours: {line}"), line=cause), now)
    Slot.objects.filter(lease_token=lease.token).delete()
    if games:
        turns.mark_waiting([lease.source])
        nudges.games_are_waiting(len(games))


@transaction.atomic
def reap_waiting(now: datetime | None = None) -> int:
    """Announce games that wait too long, end the pauses of others, and give stuck ones their next try. Safe at any
    time."""
    now = now or database_now()
    overdue = Game.objects.select_for_update(skip_locked=True).filter(deadline__lt=now)
    paused = list(overdue.filter(state=GameState.PAUSED).order_by("pk").values_list("pk", flat=True))
    Game.objects.filter(pk__in=paused).update(state=GameState.QUEUED)
    for game in overdue.filter(state=GameState.STUCK):
        _queue_again(game.pk, limits.MAX_VOIDS - 1, mark("Tried once more after a pause."), now)
    waiting = dict(overdue.filter(state=GameState.QUEUED).values_list("pk", "source"))
    if waiting:
        Game.objects.filter(pk__in=waiting).update(deadline=now + limits.QUEUE_PATIENCE)
        turns.mark_waiting(sorted(set(waiting.values())))
        nudges.games_are_waiting(len(waiting))
    return len(waiting)


def explain_waiting_uploads(reason: str) -> int:
    """Games that a worker had to leave alone say why; whoever takes one later writes another reason over it."""
    waiting = Game.objects.filter(state=GameState.QUEUED).exclude(bots=[]).exclude(reason=reason)
    return waiting.update(reason=reason)


@transaction.atomic
def try_stuck_game_again(game_id: int, now: datetime | None = None) -> bool:
    """Staff's button on a stuck game: a fresh budget of void attempts."""
    return _queue_again(game_id, 0, mark("Queued again by staff."), now or database_now())


def _queue_again(game_id: int, voids: int, reason: str, now: datetime) -> bool:
    """False: the game is not stuck any more."""
    game = Game.objects.select_for_update().filter(pk=game_id, state=GameState.STUCK).first()
    if game is None:
        return False
    game.void_count = voids
    game.queued_at = now
    _queue(game, reason, now)
    turns.mark_waiting([game.source])
    nudges.games_are_waiting()
    return True


def _failures(game: Game) -> list[Failure]:
    """Of ours, since the game was queued or got a fresh budget."""
    attempts = Attempt.objects.filter(game=game, outcome=AttemptOutcome.VOID, ended_at__gte=game.queued_at)
    return [Failure(cause, at) for cause, at in attempts.values_list("cause", "ended_at") if at is not None]


def _give_back(game: Game, failure: Failure, earlier: Sequence[Failure]) -> None:
    line = budget.first_line(failure.cause)
    game.void_count += budget.counts(failure, earlier)
    game.lease_token = None
    if game.void_count < limits.MAX_VOIDS:
        game.state = GameState.PAUSED
        game.deadline = failure.at + budget.pause_after(earlier)
        game.reason = filled(mark("Played again soon after a failure of ours: {line}"), line=line)
        game.save()
        return
    game.state = GameState.STUCK
    game.deadline = failure.at + limits.STUCK_PAUSE
    game.reason = filled(mark("Failed again and again on our side; staff is told. Last: {line}"), line=line)
    game.save()
    _log.error("game_stuck", game=game.pk, cause=line)


def _queue(game: Game, reason: str, now: datetime) -> None:
    game.state = GameState.QUEUED
    game.lease_token = None
    game.deadline = now + limits.QUEUE_PATIENCE
    game.reason = reason
    game.save()


@dataclass(frozen=True)
class _Attempted:
    """Who tried, under which lease, and since when."""

    token: uuid.UUID
    worker: str
    started_at: datetime


def _end_attempt(game: Game, by: _Attempted, cause: str, now: datetime) -> None:
    game.attempt_count += 1
    Attempt.objects.create(
        game=game,
        number=game.attempt_count,
        token=by.token,
        worker=by.worker,
        outcome=AttemptOutcome.VOID,
        cause=cause[:4000],
        started_at=by.started_at,
        ended_at=now,
    )
