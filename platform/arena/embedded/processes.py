"""Command lines of the arena's long-lived processes, in one place for the demo, the tests and the benchmarks."""

import sys
from collections.abc import Sequence
from pathlib import Path

_CELERY = (sys.executable, "-m", "celery", "-A", "arena")


def worker(queues: Sequence[str], name: str, processes: int = 1) -> list[str]:
    # Gossip and mingle are chatter between workers; ours meet in the database only.
    quiet = ["--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    return [*_CELERY, "worker", *quiet, "-Q", ",".join(queues), "--concurrency", str(processes), "-n", f"{name}@%h"]


def beat(schedule: Path) -> list[str]:
    return [*_CELERY, "beat", "--loglevel", "INFO", "--pidfile=", "-s", str(schedule)]


def web(port: int) -> list[str]:
    return [sys.executable, "-m", "arena.server", "--port", str(port), "--stop-within", "5"]
