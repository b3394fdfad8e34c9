"""What a worker does with a game it has claimed: play it, hand in the result, tell our failures from the bots'."""

import os
import socket
import time
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

import structlog
from django.db import InterfaceError, OperationalError, connection

from arena.matches import limits, replay_store
from arena.matches.actions import lease as leases
from arena.matches.actions.accept_result import Result, SeatResult, Verdict, accept_result
from arena.matches.actions.claim import Lease
from arena.matches.broadcast import LiveTable
from arena.matches.keeping import LeaseKeeper
from arena.matches.models import Game, Seat
from arena.matches.players import house_seed, players
from referee.deal import SealedDeal
from referee.game import play_game
from referee.record import GameRecord, SeatReport
from referee.replay import Termination

T = TypeVar("T")

_log = structlog.get_logger(__name__)
_RETRIES = 6
_FIRST_PAUSE_S = 0.2


def worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def play_claimed(lease: Lease) -> Verdict | None:
    """Play the game of a lease to its end. None: void, it went back to the queue."""
    with LeaseKeeper(lease) as keeper:
        return _play_and_hand_in(lease, keeper)


def _play_and_hand_in(lease: Lease, keeper: LeaseKeeper) -> Verdict | None:
    try:
        record = _play(lease, keeper)
        if record.termination is Termination.VOID:
            _give_back(lease, record.void_reason)
            return None
        result = result_of(record)
    except Exception:  # whatever fails here is ours and must not be charged to a bot
        _give_back(lease, traceback.format_exc())
        return None
    verdict = patiently(lambda: accept_result(lease, result))
    if verdict is not Verdict.ACCEPTED:
        _log.warning("result_not_taken", game=lease.game_id, verdict=verdict.value)
    return verdict


def _give_back(lease: Lease, cause: str) -> None:
    _log.warning("void_attempt", game=lease.game_id, cause=cause)
    patiently(lambda: leases.void_attempt(lease, cause))


def _play(lease: Lease, keeper: LeaseKeeper) -> GameRecord:
    game = Game.objects.select_related("block").get(pk=lease.game_id)
    seats = list(Seat.objects.filter(game=game).select_related("version__bot").order_by("seat"))
    deal = SealedDeal(bytes(game.block.seed), bytes(game.salt))
    table = players()
    channels = [
        table.channel(seat.version, game.variant, house_seed(deal.seed, deal.salt, seat.seat)) for seat in seats
    ]
    table_for_viewers = LiveTable(game.pk, also=keeper)
    # The commitment tells nothing about the deal, so a part of it may name the game to the bots.
    record = play_game(game.variant, channels, deal, game_id=game.commitment[:16], observer=table_for_viewers)
    for fault in record.faults:
        table.forget(seats[fault.seat].version_id)
    return record


def result_of(record: GameRecord) -> Result:
    """What is handed in for a game; its replay is stored by then."""
    assert record.replay is not None  # noqa: S101 - only void games have none
    stored = patiently(lambda: replay_store.store(record.replay))  # type: ignore[arg-type]  # checked one line up
    return Result(
        termination=record.termination.value,
        ranks=list(record.ranks),
        progress=[list(side) for side in record.progress],
        decision_count=len(record.decisions),
        transcript_hash=record.transcript_hash,
        replay_hash=stored.content_hash,
        seats=[_seat_result(record, seat) for seat in range(record.variant.seats)],
    )


def _seat_result(record: GameRecord, seat: int) -> SeatResult:
    report = record.seats[seat]
    times = [each.charged_ms for each in record.decisions if each.seat == seat]
    clock = {
        "total_ms": round(sum(times), 1),
        "slowest_ms": round(max(times, default=0.0), 1),
        "decisions": len(times),
        "bank_left_ms": round(report.bank_left_ms, 1),
        "start_ms": round(report.start_ms, 1),
        "cpu_ms": round(report.cpu_ms, 1),
        "memory_mb": round(report.peak_memory_mb, 1),
    }
    log = _log_of(report)
    evidence: dict[str, Any] = {"exit_reason": report.exit_reason, **log}
    fault = record.fault_of(seat)
    if fault is None:
        return SeatResult(clock=clock, evidence=evidence)
    found = fault.evidence
    evidence = {
        "last_request": _storable(found.last_request[: limits.EVIDENCE_BYTES]),
        "last_answer": _storable(found.last_answer[: limits.EVIDENCE_BYTES]),
        "exit_reason": found.exit_reason or report.exit_reason,
        **log,
        "after_actions": fault.after_actions,
    }
    return SeatResult(fault.kind.value, _storable(fault.sentence), evidence, clock)


def _log_of(report: SeatReport) -> dict[str, Any]:
    """The end of a bot's log, and how many of its letters belong to which decision of the bot.

    What belongs to decision 0 was written before the first request.
    """
    pieces = [(answers - 1, _storable(text)) for answers, text in report.stderr_pieces]
    if not pieces:
        return {"stderr_tail": _storable(report.stderr_tail)}
    marks = [[decision, len(text)] for decision, text in pieces]
    return {"stderr_tail": "".join(text for _, text in pieces), "stderr_marks": marks}


def _storable(text: str) -> str:
    """PostgreSQL stores any text but the zero byte, and no halves of surrogate pairs."""
    return text.replace("\x00", "�").encode(errors="replace").decode()


def patiently(work: Callable[[], T]) -> T:
    """Try again when the database went away for a moment: a finished game must not be lost to that."""
    pause_s = _FIRST_PAUSE_S
    for _ in range(_RETRIES):
        try:
            return work()
        except (OperationalError, InterfaceError) as error:
            _log.warning("database_away", error=str(error), pause_s=pause_s)
            connection.close()
            time.sleep(pause_s)
            pause_s *= 2
    return work()
