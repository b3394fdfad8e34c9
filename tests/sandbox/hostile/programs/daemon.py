"""Outlive the game: a new session, threads that ignore everything, no way to ask it politely."""

import os
import signal
import threading
import time

from attack import Tally, wait_for_go


def stay() -> None:
    while True:
        time.sleep(0.01)


wait_for_go()
tally = Tally()
for number in range(1, 65):
    if number not in (signal.SIGKILL, signal.SIGSTOP, 32, 33):
        signal.signal(number, signal.SIG_IGN)
try:
    os.setsid()
except OSError:
    pass
tally.attempt("leave a child", os.fork)
for _ in range(4):
    threading.Thread(target=stay).start()
tally.answer()
stay()
