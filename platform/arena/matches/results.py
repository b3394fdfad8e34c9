"""What a worker hands in for a game: plain values, so that its hash is the same wherever it is computed."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

import orjson

from arena.matches.models import AttemptOutcome
from arena.matches.replay_store import Packed
from arena.matches.sql.claiming import HeldGame
from engines import variant
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
    termination: str
    ranks: list[int]
    progress: list[list[int]]
    decision_count: int
    transcript_hash: str
    replay_hash: str
    seats: list[SeatResult]

    def payload_hash(self) -> str:
        return hashlib.sha256(orjson.dumps(self, option=orjson.OPT_SORT_KEYS)).hexdigest()

    @property
    def has_fault(self) -> bool:
        return any(seat.fault for seat in self.seats)


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to its end."""

    game: HeldGame
    result: Result
    replay: Packed
    started_at: datetime
    ended_at: datetime

    def row(self) -> dict[str, Any]:
        """As the statement takes it; see ``arena.matches.sql.handing_in``."""
        result = self.result
        return {
            "game": self.game.id,
            "termination": result.termination,
            "ranks": result.ranks,
            "progress": result.progress,
            "decision_count": result.decision_count,
            "transcript_hash": result.transcript_hash,
            "payload_hash": result.payload_hash(),
            "content_hash": self.replay.content_hash,
            "file": self.replay.file,
            "offset": self.replay.offset,
            "length": self.replay.length,
            "size_bytes": self.replay.size_bytes,
            "started_at": self.started_at,
            "ended_at": self.ended_at,
            "outcome": (AttemptOutcome.BOT_FAULT if result.has_fault else AttemptOutcome.RESULT).value,
            "cause": " ".join(seat.fault_sentence for seat in result.seats if seat.fault)[:4000],
            "seats": self._seats(),
        }

    def _seats(self) -> list[dict[str, Any]]:
        points = integer_points(self.result.ranks)
        played = variant(self.game.variant)
        sides = [played.side_of(seat) for seat in range(played.seats)]
        return [
            {
                "seat": seat,
                "rank": self.result.ranks[side],
                "points": points[side],
                "fault": result.fault,
                "fault_sentence": result.fault_sentence,
                "evidence": result.evidence,
                "clock": result.clock,
            }
            for seat, (side, result) in enumerate(zip(sides, self.result.seats, strict=True))
        ]


@dataclass(frozen=True)
class VoidGame:
    """A game that failed on our side: played again, charged to nobody."""

    game: HeldGame
    cause: str
    started_at: datetime
