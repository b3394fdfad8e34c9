"""Open descriptors until the system refuses, and try to raise every limit."""

import os
import resource

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
count = 0
try:
    for _ in range(5000):
        os.pipe()
        count += 2
except OSError:
    tally.tried.append("pipes")
if count > 300:
    tally.win(f"{count} descriptors")
for name in ("NOFILE", "NPROC", "AS", "CPU", "CORE", "FSIZE", "MEMLOCK", "DATA", "STACK"):
    number = getattr(resource, f"RLIMIT_{name}")
    hard = resource.getrlimit(number)[1]
    if hard != resource.RLIM_INFINITY:
        tally.attempt(
            name, lambda number=number, hard=hard: resource.setrlimit(number, (hard + 1, hard + 1)) or "raised"
        )
tally.answer()
