"""Say nothing."""

import time

from attack import wait_for_go

wait_for_go()
time.sleep(3600)
