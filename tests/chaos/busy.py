"""A machine that has other things to do."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST_S = 240
_LOOP = f"import time\nend = time.monotonic() + {LONGEST_S}\nwhile time.monotonic() < end:\n    pass"


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """They end with the block, and by themselves if the test is killed."""
    loops = [subprocess.Popen([sys.executable, "-c", _LOOP]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
