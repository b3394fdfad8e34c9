"""Take the result of a game, once. This transaction is the only way a result enters the arena."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

import orjson
from django.db import transaction
from django.utils import timezone

from arena.lib.live.publish import publish_on_commit
from arena.matches import nudges
from arena.matches.actions.claim import Lease
from arena.matches.models import Attempt, AttemptOutcome, Block, Game, GameState, Seat, StoredReplay
from arena.matches.models.game import FINAL_STATES
from referee.points import integer_points


class Verdict(Enum):
    ACCEPTED = "accepted"
    REPEATED = "repeated"
    """The same result again: nothing changed, the answer is the same."""
    STALE = "stale"
    """The lease had passed to somebody else."""
    CONTRADICTION = "contradiction"
    """Another result for a finished game: refused and logged."""


@dataclass(frozen=True)
class SeatResult:
    fault: str = ""
    fault_sentence: str = ""
    evidence: dict[str, Any] = field(default_factory=dict)
    clock: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """What a worker hands in: plain values, so that its hash is the same wherever it is computed."""

    termination: str
    ranks: list[int]
    progress: list[list[int]]
    decision_count: int
    transcript_hash: str
    replay_hash: str
    seats: list[SeatResult]

    def payload_hash(self) -> str:
        return hashlib.sha256(orjson.dumps(self, option=orjson.OPT_SORT_KEYS)).hexdigest()


def accept_result(lease: Lease, result: Result, now: datetime | None = None) -> Verdict:
    now = now or timezone.now()
    with transaction.atomic():
        # The block is locked before its games, always: two last games of a block must not both miss its end.
        block = Block.objects.select_for_update().get(games=lease.game_id)
        game = Game.objects.select_for_update().get(pk=lease.game_id)
        verdict = _judge(game, lease, result)
        if verdict is Verdict.ACCEPTED:
            _write(game, lease, result, now)
            finish_block_if_complete(block, now)
            nudges.match_has_news(block.match_id)
            publish_on_commit(f"game:{game.pk}", "done")
            publish_on_commit(f"match:{block.match_id}", "news")
            publish_on_commit(game.source, "news")  # a ladder or a tournament
        elif verdict is Verdict.STALE:
            Attempt.objects.filter(token=lease.token, outcome=AttemptOutcome.RUNNING).update(
                outcome=AttemptOutcome.FENCED, cause="The lease had expired.", ended_at=now
            )
        return verdict


def _judge(game: Game, lease: Lease, result: Result) -> Verdict:
    if game.state == GameState.DONE:
        same = game.payload_hash == result.payload_hash()
        return Verdict.REPEATED if same else Verdict.CONTRADICTION
    if game.state != GameState.LEASED or game.lease_token != lease.token:
        return Verdict.STALE
    return Verdict.ACCEPTED


def _write(game: Game, lease: Lease, result: Result, now: datetime) -> None:
    game.state = GameState.DONE
    game.lease_token = None
    game.deadline = None
    game.finished_at = now
    game.reason = ""
    game.termination = result.termination
    game.ranks = result.ranks
    game.progress = result.progress
    game.decision_count = result.decision_count
    game.transcript_hash = result.transcript_hash
    game.payload_hash = result.payload_hash()
    game.replay = StoredReplay.objects.get(content_hash=result.replay_hash)
    game.save()
    _write_seats(game, result)
    faulty = any(seat.fault for seat in result.seats)
    Attempt.objects.filter(token=lease.token).update(
        outcome=AttemptOutcome.BOT_FAULT if faulty else AttemptOutcome.RESULT,
        cause=" ".join(seat.fault_sentence for seat in result.seats if seat.fault)[:4000],
        ended_at=now,
    )


def _write_seats(game: Game, result: Result) -> None:
    points = integer_points(result.ranks)
    rows = list(Seat.objects.filter(game=game).order_by("seat"))
    for row, found in zip(rows, result.seats, strict=True):
        row.rank = result.ranks[row.side]
        row.points = points[row.side]
        row.fault = found.fault
        row.fault_sentence = found.fault_sentence
        row.evidence = found.evidence
        row.clock = found.clock
    Seat.objects.bulk_update(rows, ["rank", "points", "fault", "fault_sentence", "evidence", "clock"])


def finish_block_if_complete(block: Block, now: datetime) -> None:
    """The caller holds the block's lock."""
    if not block.is_finished and not block.games.exclude(state__in=FINAL_STATES).exists():
        block.is_finished = True
        block.finished_at = now
        block.save(update_fields=["is_finished", "finished_at"])
