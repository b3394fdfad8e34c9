"""End with a broken pointer and try to leave a core file."""

import ctypes
import resource

from attack import wait_for_go

wait_for_go()
for value in (resource.RLIM_INFINITY, 1 << 30):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (value, value))
    except (OSError, ValueError):
        continue
ctypes.string_at(1)
