"""``aa-exec -p PROFILE -- python3 -m tests.sandbox.under_profile``: what a worker finds, and a bot answers."""

import json
import sys
import tempfile
from pathlib import Path

import sandbox
from sandbox import apparmor
from tests.sandbox.cast import ECHO, python_program


def _answer() -> str:
    with (
        tempfile.TemporaryDirectory() as folder,
        sandbox.open_jail(python_program(Path(folder) / "echo", ECHO)) as jail,
        jail.start() as channel,
    ):
        channel.send(b"hello", 300)
        return channel.receive(300).decode()


if __name__ == "__main__":
    found = sandbox.detect()
    told = {"label": apparmor.label(), "missing": found.missing, "answer": _answer() if found.ready else ""}
    json.dump(told, sys.stdout)
