"""What a worker does: claim a batch, play its games, hand in the results, settle the matches.

It tells our failures from the bots': ours are void, charged to nobody, and to the one game that was being played.
"""

import os
import socket
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

import structlog
from django.conf import settings
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, OperationalError, connection
from django.utils import timezone

from arena.health.resting import Cause
from arena.leases.keeper import HeldLease, keeper
from arena.matches import limits, replay_store
from arena.matches.actions import deliver as delivery
from arena.matches.actions.claim import Batch, claim
from arena.matches.actions.hand_in import HandedIn, hand_in, why_refused
from arena.matches.actions.settle import settle_all
from arena.matches.broadcast import Table
from arena.matches.costs import lessons
from arena.matches.fitness import Fitness, fitness_of, own_cause
from arena.matches.models import Game
from arena.matches.players import Line, line_up
from arena.matches.records import own_times_ms, result_of
from arena.matches.replay_store import Member
from arena.matches.results import PlayedGame, Result, Verdict, VoidGame
from arena.matches.sql.claiming import HeldGame
from referee.deal import SealedDeal
from referee.faults import VoidError
from referee.game import play_game

T = TypeVar("T")

_log = structlog.get_logger(__name__)
_RETRIES = 6
"""With pauses that double: some 13 s, in which a database is started again or fails over. A lease lasts longer, so the
games of a batch are not lost by it."""
_STORE_RETRIES = 4
"""Some 3 s: a store that is away for longer is a reason to stop, and the games are played again."""
_FIRST_PAUSE_S = 0.2
"""A connection that was cut is mended at once; nearly all failures end here."""


def worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def fitness() -> Fitness:
    """Of this process."""
    return fitness_of(worker_name())


def work(*, with_uploads: bool = True) -> int | None:
    """One batch, from claim to settled matches. Returns how many games were played; None: nothing may be played now."""
    batch = patiently(lambda: claim(worker_name(), with_uploads=with_uploads, pace=lessons().pace))
    return None if batch is None else len(play_batch(batch).verdicts)


def play_batch(batch: Batch) -> HandedIn:
    with keeper().keeping(batch.token, lambda: _still_held(batch)) as lease:
        records = play(batch, lease)
        handed_in = deliver(batch, records)
    if not settings.IS_RESTRICTED_WORKER:  # else the control side does both, when it takes the delivery in
        patiently(lambda: settle_all(handed_in.matches))
        lessons().write_if_due()
    return handed_in


@dataclass(frozen=True)
class EndedGame:
    """A game played to its end, before its replay has a place."""

    game: HeldGame
    result: Result
    replay: Member
    started_at: datetime
    ended_at: datetime


@dataclass
class Records:
    """What came of a batch."""

    ended: list[EndedGame] = field(default_factory=list)
    voids: list[VoidGame] = field(default_factory=list)


def play(batch: Batch, lease: HeldLease) -> Records:
    """Game after game, until all are played or the batch has taken too long: then the rest goes back."""
    records = Records()
    begin = time.monotonic()
    begun: list[HeldGame] = []
    line = line_up(batch)
    for game in batch.games:
        if lease.current is not None and time.monotonic() - begin > limits.BATCH_HOLD_S:
            break
        if lease.is_wanted(game.id):
            lease.current = game.id
            begun.append(game)
            _play_one(game, line, lease, records)
        if fitness().is_at_rest:
            break  # the next would fail too
    lessons().took(batch.source, 1000 * (time.monotonic() - begin), batch.games, begun)
    return records


def _play_one(game: HeldGame, line: Line, lease: HeldLease, records: Records) -> None:
    started_at = timezone.now()
    try:
        records.ended.append(_play_to_the_end(game, line, lease, started_at))
        fitness().worked()
    except Exception as error:  # whatever fails here is ours and must not be charged to a bot
        if lease.is_wanted(game.id):
            cause = str(error) if isinstance(error, VoidError) else traceback.format_exc()
            _log.warning("void_attempt", game=game.id, cause=cause)
            records.voids.append(VoidGame(game, cause, started_at))
            if own := own_cause(error):
                fitness().failed(own, cause.strip().splitlines()[-1])


def _play_to_the_end(game: HeldGame, line: Line, lease: HeldLease, started_at: datetime) -> EndedGame:
    channels, table = line.channels(game), Table(game.id, lease)
    begin = time.perf_counter()  # not before: the first game of a version may have to build its program
    # The commitment tells nothing about the deal, so a part of it may name the game to the bots.
    name = game.commitment[:16]
    record = play_game(game.variant, channels, SealedDeal(game.seed, game.salt), game_id=name, observer=table)
    line.forget_failed(game, record)
    if record.replay is None:
        raise VoidError(record.void_reason) from record.void_error
    replay = replay_store.pack(record.replay)
    ended = EndedGame(game, result_of(record, replay.content_hash), replay, started_at, timezone.now())
    lessons().learn(game, own_times_ms(record), 1000 * (time.perf_counter() - begin))
    return ended


def deliver(batch: Batch, records: Records) -> HandedIn:
    """Store the replays, then hand in. What the database refuses is a failure of ours with one game, not with all."""
    try:
        packed = patiently(
            lambda: replay_store.store_all([ended.replay for ended in records.ended]), _STORE_RETRIES, (Exception,)
        )
    except Exception as error:  # each store has errors of its own
        _log.exception("replays_not_stored", games=len(records.ended))
        fitness().failed(own_cause(error) or Cause.STORAGE, f"{type(error).__name__}: {error}", is_certain=True)
        return _give_up(batch, records)
    played = [
        PlayedGame(ended.game, ended.result, place, ended.started_at, ended.ended_at)
        for ended, place in zip(records.ended, packed, strict=True)
    ]
    if settings.IS_RESTRICTED_WORKER:
        learned = lessons().take()
        patiently(lambda: delivery.deliver(batch.token, played, records.voids, learned))
        return HandedIn({ended.game.id: Verdict.ACCEPTED for ended in played}, [])
    try:
        return patiently(lambda: hand_in(batch, played, records.voids))
    except (DataError, IntegrityError):
        _log.exception("batch_refused", games=len(played))
        refused = {ended.game.id: cause for ended in played if (cause := why_refused(batch, ended))}
        voids = [
            VoidGame(ended.game, refused[ended.game.id], ended.started_at)
            for ended in played
            if ended.game.id in refused
        ]
        good = [ended for ended in played if ended.game.id not in refused]
        return patiently(lambda: hand_in(batch, good, [*records.voids, *voids]))


def _give_up(batch: Batch, records: Records) -> HandedIn:
    """What was played cannot be kept: it is played again, charged to nobody."""
    if settings.IS_RESTRICTED_WORKER:
        learned = lessons().take()
        patiently(lambda: delivery.deliver(batch.token, [], records.voids, learned))
        return HandedIn({}, [])
    return patiently(lambda: hand_in(batch, [], records.voids))


def _still_held(batch: Batch) -> frozenset[int]:
    """In the keeper's thread: games of a match that was cancelled are not held any more."""
    if settings.IS_RESTRICTED_WORKER:
        return delivery.still_held(batch.token)
    return frozenset(Game.objects.filter(lease_token=batch.token).values_list("pk", flat=True))


def patiently(
    work: Callable[[], T],
    retries: int = _RETRIES,
    away: tuple[type[Exception], ...] = (OperationalError, InterfaceError),
) -> T:
    """Try again when the database or the store went away for a moment: finished games must not be lost to that."""
    pause_s = _FIRST_PAUSE_S
    for _ in range(retries):
        try:
            return work()
        except away as error:
            _log.warning("tried_again", error=str(error), pause_s=pause_s)
            if isinstance(error, DatabaseError | InterfaceError):
                connection.close()
            time.sleep(pause_s)
            pause_s *= 2
    return work()
