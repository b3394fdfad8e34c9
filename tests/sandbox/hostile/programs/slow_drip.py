"""One byte at a time, never a whole line."""

import os
import time

from attack import wait_for_go

wait_for_go()
while True:
    os.write(1, b"{")
    time.sleep(0.01)
