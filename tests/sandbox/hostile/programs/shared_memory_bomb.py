"""Memory that resource limits of a process do not count: shared mappings, memory files, System V segments."""

import mmap
import os

from attack import MIB, Tally, wait_for_go

wait_for_go()
tally = Tally()
for number in range(8):
    name = f"shared mapping {number}"
    tally.attempt(
        name, lambda: mmap.mmap(-1, 64 * MIB, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS).write(b"x" * 64 * MIB)
    )
tally.attempt("memfd", lambda: os.memfd_create("bomb"))
tally.call("shmget", 29, 0, 64 * MIB, 0o1600)
tally.call("memfd_secret", 447, 0)
tally.attempt("/dev/shm", lambda: open("/dev/shm/bomb", "wb"))
tally.answer()
