"""From the referee's record of a game to what is handed in: results, clocks and evidence, cut to what may be stored."""

from collections.abc import Sequence
from typing import Any

from arena.matches import limits
from arena.matches.results import Result, SeatResult
from referee.record import GameRecord, SeatReport


def result_of(record: GameRecord, replay_hash: str) -> Result:
    return Result(
        termination=record.termination.value,
        ranks=list(record.ranks),
        progress=[list(side) for side in record.progress],
        decision_count=len(record.decisions),
        transcript_hash=record.transcript_hash,
        replay_hash=replay_hash,
        seats=_seat_results(record),
    )


def own_times_ms(record: GameRecord) -> list[float]:
    """How long each seat held up the game, which is what it costs a worker: waiting counts as much as thinking."""
    times = [0.0] * record.variant.seats
    for decision in record.decisions:
        times[decision.seat] += decision.wall_ms
    return times


def _seat_results(record: GameRecord) -> list[SeatResult]:
    times: list[list[float]] = [[] for _ in record.seats]
    for decision in record.decisions:
        times[decision.seat].append(decision.charged_ms)
    return [_seat_result(record, seat, times[seat]) for seat in range(record.variant.seats)]


def _seat_result(record: GameRecord, seat: int, times: Sequence[float]) -> SeatResult:
    report = record.seats[seat]
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
    fault = record.fault_of(seat)
    if fault is None:
        return SeatResult(clock=clock, evidence={"exit_reason": report.exit_reason, **log})
    shown = fault.evidence
    evidence = {
        "last_request": storable(shown.last_request[: limits.EVIDENCE_BYTES]),
        "last_answer": storable(shown.last_answer[: limits.EVIDENCE_BYTES]),
        "exit_reason": shown.exit_reason or report.exit_reason,
        **log,
        "after_actions": fault.after_actions,
    }
    return SeatResult(fault.kind.value, storable(fault.sentence), evidence, clock)


def _log_of(report: SeatReport) -> dict[str, Any]:
    """The end of a bot's log, and how many of its letters belong to which decision of the bot.

    What belongs to decision 0 was written before the first request.
    """
    pieces = [(answers - 1, storable(text)) for answers, text in report.stderr_pieces]
    if not pieces:
        return {"stderr_tail": storable(report.stderr_tail)}
    marks = [[decision, len(text)] for decision, text in pieces]
    return {"stderr_tail": "".join(text for _, text in pieces), "stderr_marks": marks}


def storable(text: str) -> str:
    """PostgreSQL stores any text but the zero byte, and no halves of surrogate pairs."""
    return text.replace("\x00", "�").encode(errors="replace").decode()
