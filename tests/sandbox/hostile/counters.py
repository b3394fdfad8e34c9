"""Whether one jail can use up what the kernel counts by user, or for all, so that another jail notices.

    python -m tests.sandbox.hostile.counters

Of each thing a bot takes what it can get: alone, and while a bot in another jail holds all that it could get itself.
"""

import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import sandbox
from tests.sandbox.cast import python_program
from tests.sandbox.hostile.notices import HERE, say

NAMES = (
    "POSIX timers", "queued signals", "descriptors in flight", "pipes", "epoll watches", "threads", "open files",
    "eventfd", "timerfd", "socket pairs", "socket buffers", "files in /tmp", "locked pages", "inotify instances",
    "fanotify groups", "keys", "POSIX message queues", "System V memory", "System V semaphores", "System V queues",
    "user namespaces", "mount namespaces", "processes", "memory files", "leases", "pipe sizes", "io_uring rings",
    "bpf maps", "perf events", "userfaultfd",
)  # fmt: skip
HOGS = 3
"""Jails that hold all they can get: a table has a few seats, and the worker needs its share too."""


@dataclass(frozen=True)
class Count:
    """How many of a thing a bot got, and what stopped it."""

    name: str
    hogs: str
    alone: str
    beside: str
    after: str


def count_all(*, warm: bool) -> Iterator[Count]:
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        program = python_program(folder / "counter", (HERE / "boards" / "counter.py").read_text())
        jails = [stack.enter_context(sandbox.open_jail(program, warm=warm)) for _ in range(HOGS + 1)]
        witness, *hogs = [stack.enter_context(jail.start()) for jail in jails]
        late = stack.enter_context(sandbox.open_jail(program, warm=warm))
        for thing in NAMES:
            alone = say(witness, f"take {thing}")
            say(witness, "free")
            held = [say(hog, f"take {thing}") for hog in hogs]
            beside = say(witness, f"take {thing}")
            say(witness, "free")
            with late.start() as channel:  # games start meanwhile
                after = say(channel, f"take {thing}")
            for hog in hogs:
                say(hog, "free")
            yield Count(thing, held[0], alone, beside, after)


def main() -> None:
    for start in ("warm", "cold"):
        for count in count_all(warm=start == "warm"):
            if "--json" in sys.argv:
                print(json.dumps(asdict(count) | {"start": start}), flush=True)
            else:
                print(f"{start:5} {count.name:22} {count.alone:40} {count.beside:40} {count.after}", flush=True)


if __name__ == "__main__":
    main()
