"""A warm start without a jail: an interpreter with the bot already compiled forks for each game, and that is all.

What remains is the price of a fork in Python, of the pages that both sides copy, and of clearing a process away. There
are no namespaces, no `/tmp`, filter, user, group or clock, so nobody may play rated games like this.
"""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

_SERVER = """
import json, os, socket, sys
control = socket.socket(fileno=0)
code = compile(open(sys.argv[1]).read(), "bot.py", "exec")
while True:
    message, pipes, _, _ = socket.recv_fds(control, 16, 2)
    if message == b"F":
        child = os.fork()
        if child == 0:
            os.dup2(pipes[0], 0), os.dup2(pipes[1], 1)
            os.closerange(3, 64)
            sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
            exec(code, {})
            os._exit(0)
        for pipe in pipes:
            os.close(pipe)
        control.send(str(child).encode())
    elif message == b"W":
        os.waitpid(child, 0)
        control.send(b"W")
    else:
        break
"""


class ForkServer:
    """One child at a time, as a jail plays one game at a time."""

    def __init__(self, bot: Path) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _SERVER, str(bot)], stdin=theirs.fileno()
            )
        self._pid = 0
        self._in = self._out = -1

    def start(self) -> None:
        child_in, self._in = os.pipe2(os.O_CLOEXEC)
        self._out, child_out = os.pipe2(os.O_CLOEXEC)
        socket.send_fds(self._control, [b"F"], [child_in, child_out])
        os.close(child_in)
        os.close(child_out)
        self._pid = int(self._control.recv(16))

    def ask(self, line: bytes) -> bytes:
        os.write(self._in, line + b"\n")
        return os.read(self._out, 65536)

    def end(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.close(self._in)
        os.close(self._out)
        self._control.send(b"W")
        self._control.recv(16)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._control.close()
        self._process.wait()
