"""Make empty files: they take no bytes of a tmpfs, but kernel memory."""

import os

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
count = 0
try:
    for number in range(70_000):
        os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
        count += 1
except OSError:
    pass
tally.tried.append("files")
if count == 70_000:
    tally.win(f"{count} files")
tally.answer()
