"""Lines without end."""

import os

from attack import wait_for_go

wait_for_go()
while True:
    os.write(1, b"{}\n" * 20_000)
