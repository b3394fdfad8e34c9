"""Take the results of a batch, each once. This transaction is the only way a result enters the arena."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from arena.lib.clock import database_now
from arena.lib.live.publish import publish_all_on_commit
from arena.matches import limits, nudges
from arena.matches.actions.claim import Batch
from arena.matches.actions.void import void_game
from arena.matches.models import Attempt, AttemptOutcome, Game, GameState
from arena.matches.results import PlayedGame, Result, Verdict, VoidGame
from arena.matches.sql import handing_in, turns
from arena.matches.waits import WAITS

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class HandedIn:
    verdicts: dict[int, Verdict]
    """By game."""
    matches: list[int]
    """Where a block was finished or a bot faulted: they want to be settled."""


def hand_in(
    batch: Batch, played: Sequence[PlayedGame], voids: Sequence[VoidGame] = (), now: datetime | None = None
) -> HandedIn:
    """End the batch: results are taken, void games and those that were not begun go back to the queue.

    Again with the same results: the same answer, and nothing changes.
    """
    now = now or database_now()
    with transaction.atomic():
        if not handing_in.lock_lease(batch.token):
            taken, matches = set[int](), list[int]()
        else:
            handing_in.lock_blocks([ended.game.block_id for ended in played])
            ids, matches = handing_in.write_results(batch.token, batch.worker, [ended.row() for ended in played], now)
            taken = set(ids)
            for void in voids:
                void_game(batch, void, now)
            if handing_in.end_lease(batch.token, now + limits.QUEUE_PATIENCE, WAITS) or voids:
                turns.mark_waiting([batch.source])
                nudges.games_are_waiting()
            publish_all_on_commit(_news(batch, [ended for ended in played if ended.game.id in taken]))
        late = [ended for ended in played if ended.game.id not in taken]
        verdicts = {ended.game.id: _judge(ended.game.id, batch.token, ended.result) for ended in late}
    return HandedIn({**dict.fromkeys(taken, Verdict.ACCEPTED), **verdicts}, matches)


def why_refused(batch: Batch, played: PlayedGame) -> str:
    """What the database has against a result; empty if nothing. Tried alone, and undone."""
    try:
        with transaction.atomic():
            handing_in.write_results(batch.token, batch.worker, [played.row()], timezone.now())
            transaction.set_rollback(True)
    except (DataError, IntegrityError) as error:
        return f"The result could not be stored: {error}"
    return ""


def _judge(game_id: int, token: uuid.UUID, result: Result) -> Verdict:
    """Why a result was not taken: the slow path, for what comes twice or too late."""
    game = Game.objects.get(pk=game_id)
    if game.state == GameState.DONE:
        verdict = Verdict.REPEATED if game.payload_hash == result.payload_hash() else Verdict.CONTRADICTION
    else:
        verdict = Verdict.STALE
    if verdict is not Verdict.REPEATED:
        _log.warning("result_not_taken", game=game_id, verdict=verdict.value)
        # The reaper took the worker for dead. It was slow: its attempt came too late.
        Attempt.objects.filter(game=game_id, token=token, outcome=AttemptOutcome.VOID).update(
            outcome=AttemptOutcome.FENCED
        )
    return verdict


def _news(batch: Batch, taken: Sequence[PlayedGame]) -> list[tuple[str, str]]:
    """Who may want to know: viewers of the games, of their matches, and of the ladder or tournament."""
    if not taken:
        return []
    matches = {ended.game.match_id for ended in taken}
    games = [(f"game:{ended.game.id}", "done") for ended in taken]
    return [*games, *((f"match:{match}", "news") for match in sorted(matches)), (batch.source, "news")]
