"""Close stdout and stay."""

import os
import time

from attack import wait_for_go

wait_for_go()
os.close(1)
time.sleep(3600)
