"""What the attackers share; they see it as a library in their jail.

An attacker waits for one line, tries what it can, and answers with what it tried and what it won. The test wants
`tried` to be long and `won` to be empty.
"""

import ctypes
import json
import os
import sys
from collections.abc import Callable

libc = ctypes.CDLL(None, use_errno=True)
MIB = 1024 * 1024


class Tally:
    """Keeps the score of one attacker."""

    def __init__(self) -> None:
        self.tried: list[str] = []
        self.won: list[str] = []

    def attempt(self, name: str, action: Callable[[], object]) -> object:
        """Try; anything but an exception is a success."""
        self.tried.append(name)
        try:
            result = action()
        except (OSError, ValueError, RuntimeError, MemoryError):
            return None
        self.won.append(f"{name}: {result!r:.80}")
        return result

    def call(self, name: str, number: int, *arguments: int | bytes | None) -> None:
        """Try a raw system call; any result but an error is a success."""
        self.tried.append(name)
        values = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
        if libc.syscall(ctypes.c_long(number), *values) >= 0:
            self.won.append(name)

    def win(self, text: str) -> None:
        self.won.append(text)

    def answer(self) -> None:
        os.write(1, json.dumps({"tried": self.tried, "won": self.won}).encode() + b"\n")


def greet() -> None:
    """Say that the interpreter runs, so that the attack is measured without its start."""
    sys.stdin.readline()
    os.write(1, b"ready\n")


def wait_for_go() -> None:
    if not greeted:
        greet()
        greeted.append(True)
    sys.stdin.readline()


greeted: list[bool] = []
