"""Look into other processes, and into one's own parent."""

import os

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
tally.call("PTRACE_TRACEME", 101, 0, 0, 0, 0)
for pid in (0, 1, 2, 3, 4, 5, os.getppid()):
    tally.call(f"PTRACE_ATTACH {pid}", 101, 16, pid, 0, 0)
    tally.call(f"PTRACE_SEIZE {pid}", 101, 0x4206, pid, 0, 0)
    tally.call(f"process_vm_readv {pid}", 310, pid, b"\0" * 16, 0, b"\0" * 16, 0, 0)
    tally.call(f"process_vm_writev {pid}", 311, pid, b"\0" * 16, 0, b"\0" * 16, 0, 0)
    tally.call(f"pidfd_open {pid}", 434, pid, 0)
    tally.call(f"kcmp {pid}", 312, pid, pid, 0, 0, 0)
tally.call("pidfd_getfd", 438, 0, 0, 0)
tally.call("process_madvise", 440, 0, 0, 0, 0, 0)
tally.answer()
