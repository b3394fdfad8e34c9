"""Tests that change the machine's network interfaces, and those whose browser gives up its requests when that happens.

A browser takes a new interface for another network and drops what it is loading (``ERR_NETWORK_CHANGED``), in whichever
process of the run the interface is made. So the two kinds do not run at the same time.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.embedded import RUN_FOLDER


@contextmanager
def unchanged() -> Iterator[None]:
    """No interface comes or goes in here; any number of tests may ask for it at once."""
    with _held(fcntl.LOCK_SH):
        yield


@contextmanager
def changing() -> Iterator[None]:
    """Nobody's browser loads anything in here."""
    with _held(fcntl.LOCK_EX):
        yield


@contextmanager
def _held(kind: int) -> Iterator[None]:
    folder = Path(os.environ[RUN_FOLDER])
    with (folder / "network").open("w") as lock:
        # Who waits to change it stands at the gate, or the browsers of the other processes would always be before it.
        with (folder / "network-gate").open("w") as gate:
            fcntl.flock(gate, fcntl.LOCK_EX)
            fcntl.flock(lock, kind)
        try:
            yield
        finally:
            # Closing is not enough where a child that was forked meanwhile still has the file.
            fcntl.flock(lock, fcntl.LOCK_UN)
