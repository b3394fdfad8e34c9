"""Fork as often as possible, by every call that makes a process."""

import os
import subprocess

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
for _ in range(50):
    tally.attempt("fork", os.fork)
    tally.call("vfork", 58)
    tally.call("clone", 56, 17, 0, 0, 0, 0)
    tally.call("clone3", 435, b"\0" * 88, 88)
tally.attempt("posix_spawn", lambda: os.posix_spawn("/bot/bot.py", ["bot"], {}))
tally.attempt("subprocess", lambda: subprocess.Popen(["/bin/sh", "-c", "true"]))
tally.answer()
