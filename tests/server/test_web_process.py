"""What a web process is, before it answers anybody."""

import subprocess
import sys

_LOOK = """
import os
from arena.server.__main__ import stand_back
from django.conf import settings
said = [settings.IS_WEB_PROCESS, "pool" in settings.DATABASES["default"].get("OPTIONS", {})]
for nice in (7, 3):
    stand_back(nice)
    said.append(os.getpriority(os.PRIO_PROCESS, 0))
print(said)
"""


def test_it_takes_connections_from_a_pool_and_stands_back_behind_games() -> None:
    """Its settings are read while its modules are imported: whoever reads them too early gets those of a worker."""
    command = [sys.executable, "-c", _LOOK]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    start = max(7, _niceness())
    assert told == str([True, True, start, start])


def _niceness() -> int:
    return int(subprocess.run(["nice"], capture_output=True, text=True, check=True).stdout)
