"""How many event streams are open, what they sent and how many were refused, told to Redis for the figures.

Each process counts for itself and tells from time to time, so a message costs nothing more. What a killed process had
not told yet is lost; its open streams are forgotten when its sign of life is stale.
"""

from __future__ import annotations

import os
import socket
import uuid
from dataclasses import dataclass, field
from typing import Any, cast

from arena.lib.redis_client import client, key

EVERY_S = 5.0
"""More often than the metrics are read (15 s is usual), so that a reading is never a whole interval old."""
STALE_AFTER_S = 35
"""Seven missed ones: a process that is only busy must not vanish from the sum, a killed one must."""
OPEN, SEEN, TOTALS = key("live", "open"), key("live", "seen"), key("live", "totals")


@dataclass
class Tally:
    """Of one process."""

    open: int = 0
    sent: int = 0
    refused: int = 0
    name: str = field(default_factory=lambda: f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:6]}")
    written: tuple[int, int, int] = (0, 0, 0)

    @property
    def is_news(self) -> bool:
        return (self.open, self.sent, self.refused) != self.written

    def write(self, pipe: Any, moment: int) -> tuple[int, int, int]:
        """Queue what is to be told; give it to ``was_told`` when it went through."""
        now = (self.open, self.sent, self.refused)
        pipe.hset(OPEN, self.name, self.open)
        pipe.zadd(SEEN, {self.name: moment})
        pipe.hincrby(TOTALS, "sent", self.sent - self.written[1])
        pipe.hincrby(TOTALS, "refused", self.refused - self.written[2])
        return now

    def was_told(self, what: tuple[int, int, int]) -> None:
        self.written = what


@dataclass(frozen=True)
class Streams:
    """Of all processes."""

    open: int
    sent: int
    refused: int


def streams() -> Streams:
    redis = client()
    seconds, _ = redis.time()
    stale = cast("list[str]", redis.zrangebyscore(SEEN, "-inf", seconds - STALE_AFTER_S))
    if stale:
        with redis.pipeline() as pipe:
            pipe.hdel(OPEN, *stale)
            pipe.zrem(SEEN, *stale)
            pipe.execute()
    opened = cast("dict[str, str]", redis.hgetall(OPEN))
    totals = cast("dict[str, str]", redis.hgetall(TOTALS))
    return Streams(
        sum(int(count) for count in opened.values()), int(totals.get("sent", 0)), int(totals.get("refused", 0))
    )
