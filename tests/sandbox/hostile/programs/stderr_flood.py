"""Log without end, before and instead of an answer."""

import os

from attack import wait_for_go

wait_for_go()
while True:
    os.write(2, b"complaint\n" * 1000)
