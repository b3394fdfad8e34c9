"""What a worker loaded is shared by the processes that it forks, also once their collectors have run."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery.signals import worker_before_create_process

from arena.celery import app


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    """The tests' own process is frozen like a pool's: what is measured here begins without that."""
    gc.unfreeze()
    yield
    gc.freeze()


def _own_kb() -> int:
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty:"))


def _copied_by_a_collection_kb() -> int:
    """In a forked process, as one of a worker's pool is."""
    gc.collect()  # what is to be closed is closed here, not by the fork
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        before = _own_kb()
        gc.collect()
        os.write(theirs, str(_own_kb() - before).encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(theirs)
    with os.fdopen(ours) as answer:
        return int(answer.read())


def test_the_collector_of_a_pools_process_copies_nothing_that_was_loaded_before() -> None:
    unprepared = _copied_by_a_collection_kb()
    worker_before_create_process.send(sender=app)
    assert gc.get_freeze_count()
    assert _copied_by_a_collection_kb() < unprepared / 4
