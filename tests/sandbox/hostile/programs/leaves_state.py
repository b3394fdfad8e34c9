"""Write down this game for the next one, wherever that is possible, and look for the notes of the last one."""

import builtins
import os
import sys

from attack import Tally, greet

greet()
line = sys.stdin.readline()
tally = Tally()
tally.tried = ["/tmp", "module", "environment", "umask", "working folder"]
if os.listdir("/tmp"):
    tally.win(f"/tmp holds {os.listdir('/tmp')}")
if hasattr(builtins, "note") or hasattr(os, "note") or "NOTE" in os.environ:
    tally.win("memory of an earlier game")
if os.umask(0o077) == 0o077 or os.getcwd() not in ("/bot", "/"):
    tally.win("settings of an earlier game")
try:
    with open("/tmp/note", "w") as file:
        file.write(line)
    os.chmod("/tmp", 0o700)
except OSError:
    pass
builtins.note = os.note = line  # type: ignore[attr-defined]  # that is the attack
os.environ["NOTE"] = line
if os.path.exists("/tmp/note"):
    os.chdir("/tmp")
tally.answer()
sys.stdin.readline()
