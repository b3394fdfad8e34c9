"""Leave a mark on something that another seat, or the next game, can see."""

import fcntl
import os

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
SHARED = ("/dev/null", "/dev/zero", "/bot/bot.py", "/lib-karma/0/attack.py", "/usr/lib", "/bot", "/tmp")
before = {path: (os.stat(path).st_mtime_ns, os.stat(path).st_atime_ns, os.stat(path).st_mode) for path in SHARED}
for path in SHARED[:-1]:
    tally.attempt(f"time of {path}", lambda path=path: os.utime(path))
    tally.attempt(f"attribute of {path}", lambda path=path: os.setxattr(path, "user.x", b"1"))
    tally.attempt(f"mode of {path}", lambda path=path: os.chmod(path, 0o700))
after = {path: (os.stat(path).st_mtime_ns, os.stat(path).st_atime_ns, os.stat(path).st_mode) for path in SHARED}
if before != after:
    tally.win("a shared file changed")
# Locks pretend to work, but two independent locks on one file must both be granted: nobody else can see them.
first, second = os.open("/bot/bot.py", os.O_RDONLY), os.open("/bot/bot.py", os.O_RDONLY)
fcntl.flock(first, fcntl.LOCK_EX | fcntl.LOCK_NB)
try:
    fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)
except OSError:
    tally.win("a lock on a shared file is real")
tally.tried.append("locks")
tally.answer()
