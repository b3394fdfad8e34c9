"""The bot that is measured, in a jail and without one."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

import sandbox
from sandbox import BuiltProgram

# As a plain author would write it: JSON in, JSON out.
SOURCE = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    sys.stdout.write(json.dumps({"action": request["n"]}) + "\\n")
    sys.stdout.flush()
"""
PADDING = "x" * 1000  # makes a request of about 1 KiB


def request(number: int) -> bytes:
    return json.dumps({"n": number, "view": PADDING}).encode()


def program(folder: Path) -> BuiltProgram:
    """Built as an upload is, so its bytecode lies beside it."""
    source = folder.with_name("source")
    source.mkdir(parents=True)
    (source / "bot.py").write_text(SOURCE)
    result = sandbox.build(source, folder)
    if result.program is None:
        raise SystemExit(f"The measured bot could not be built:\n{result.log}")
    return result.program


class PlainBot:
    """The floor: the same bot behind two plain pipes, with blocking reads and no deadline, limit or jail."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-s", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()

    @property
    def pid(self) -> int:
        return self._process.pid

    def come_to_our_core(self) -> None:
        os.sched_setaffinity(self._process.pid, os.sched_getaffinity(0))

    def ask(self, line: bytes) -> bytes:
        os.write(self._in, line + b"\n")
        data = os.read(self._out, 65536)
        while not data.endswith(b"\n"):
            data += os.read(self._out, 65536)
        return data

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()
