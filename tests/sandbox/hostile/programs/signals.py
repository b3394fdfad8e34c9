"""Signal everybody."""

import os
import signal

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGCONT):
    os.kill(0, number)  # it may signal its own group: tests/sandbox/test_lost_jail.py shows who is not in it
    tally.attempt(f"everybody {number}", lambda number=number: os.kill(-1, number))
    for pid in (*range(2, 300), os.getppid() or 2):
        tally.attempt(f"{pid} {number}", lambda pid=pid, number=number: os.kill(pid, number))
        tally.attempt(f"group {pid} {number}", lambda pid=pid, number=number: os.killpg(pid, number))
tally.answer()
