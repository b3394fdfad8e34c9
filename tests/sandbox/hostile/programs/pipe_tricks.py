"""Change the pipes themselves, so that the other end stumbles."""

import fcntl
import os

from attack import MIB, Tally, wait_for_go

wait_for_go()
tally = Tally()
for number in (0, 1, 2):
    os.set_blocking(number, False)
    tally.attempt(f"larger pipe {number}", lambda number=number: fcntl.fcntl(number, 1031, MIB))
    tally.attempt(f"owner {number}", lambda number=number: fcntl.fcntl(number, fcntl.F_SETOWN, 1))
    tally.attempt(f"signal {number}", lambda number=number: fcntl.fcntl(number, 10, 9))
    tally.attempt(f"lease {number}", lambda number=number: fcntl.fcntl(number, 1024, 0))
    tally.attempt(f"notify {number}", lambda number=number: fcntl.fcntl(number, 1026, 1))
os.set_blocking(1, True)
tally.answer()
