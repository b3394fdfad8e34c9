"""Close stdin and stay."""

import os
import time

from attack import greet

greet()
os.close(0)
time.sleep(3600)
