"""What a round cost the servers and the workers: statements, fsyncs, messages and time of the processor, by their own
counters. These do not depend on what else the machine does, as games per minute do."""

from collections.abc import Sequence
from dataclasses import dataclass

import redis
from django.conf import settings
from django.db import connection

from benchmarks.platform.cpu import cpu_ms


@dataclass(frozen=True)
class Fsyncs:
    """By who waits for the disk, or does not."""

    results: int
    """Of sessions: transactions that wait."""
    files: int
    """Of replays, one for each."""
    log: int
    """Of the server's own process for transactions that do not wait, and its checkpoints: so many a second."""

    def __sub__(self, before: "Fsyncs") -> "Fsyncs":
        return Fsyncs(self.results - before.results, self.files - before.files, self.log - before.log)

    @property
    def all(self) -> int:
        return self.results + self.files + self.log


@dataclass(frozen=True)
class Count:
    statements: int
    fsyncs: Fsyncs
    messages: int
    postgres_ms: float
    workers_ms: float
    control_ms: float
    """Of who takes in what restricted workers deliver, with the beat's other tasks."""

    def __sub__(self, before: "Count") -> "Count":
        return Count(
            self.statements - before.statements,
            self.fsyncs - before.fsyncs,
            self.messages - before.messages,
            self.postgres_ms - before.postgres_ms,
            self.workers_ms - before.workers_ms,
            self.control_ms - before.control_ms,
        )

    def a_game(self, games: int) -> str:
        return (
            f"{self.statements / games:.2f} statements, {self.fsyncs.all / games:.3f} fsyncs ("
            f"results {self.fsyncs.results / games:.3f}, replays {self.fsyncs.files / games:.3f}, "
            f"the server's own {self.fsyncs.log / games:.3f}), "
            f"{self.messages / games:.3f} messages; CPU ms: PostgreSQL {self.postgres_ms / games:.2f}, "
            f"workers {self.workers_ms / games:.2f}"
            + (f", control {self.control_ms / games:.2f}" if self.control_ms else "")
        )


def count(postgres: int, workers: Sequence[int], control: int) -> Count:
    """By the process ids of the postmaster and of Celery's main processes; ``control`` may be 0: there is none."""
    with connection.cursor() as cursor:
        # Without those by which the server looks after foreign keys: nobody sends them.
        cursor.execute("SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query NOT LIKE '% FROM ONLY %'")
        statements = cursor.fetchone()[0]
        cursor.execute(
            "SELECT coalesce(sum(fsyncs) FILTER (WHERE backend_type = 'client backend'), 0),"
            " (SELECT count(DISTINCT file) FROM matches_storedreplay),"
            " coalesce(sum(fsyncs) FILTER (WHERE backend_type <> 'client backend'), 0) FROM pg_stat_io"
        )
        fsyncs = Fsyncs(*map(int, cursor.fetchone()))
    return Count(int(statements), fsyncs, messages(), cpu_ms(postgres), sum(map(cpu_ms, workers)), cpu_ms(control))


def messages() -> int:
    """Of Celery, since the broker was started."""
    stats = redis.Redis.from_url(settings.REDIS_URL).info("commandstats")
    return int(stats.get("cmdstat_lpush", {}).get("calls", 0))
