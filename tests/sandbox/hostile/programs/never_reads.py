"""Let requests pile up."""

import time

from attack import greet

greet()
time.sleep(3600)
