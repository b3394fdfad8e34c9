"""Stop itself in the middle of an answer, as if the machine stood still."""

import os
import signal

from attack import wait_for_go

wait_for_go()
os.write(1, b"{")
os.kill(os.getpid(), signal.SIGSTOP)
signal.pause()
