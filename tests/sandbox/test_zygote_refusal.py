"""Where the warm parent cannot make a process ready it says why, and goes on."""

import gc
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sandbox
from sandbox import warm
from sandbox.runtimes.python import zygote
from tests.sandbox.cast import python_program

LONG = 120.0
SETTINGS = {"entry": "bot.py", "preload": [], "tmp_mb": 1, "tmp_files": 1}

FILLS_ITS_JAIL = """
import sys, threading, time
for line in sys.stdin:
    try:
        while line == "fill\\n":
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    except RuntimeError:
        pass
    print("done", flush=True)
"""


def ask(channel: sandbox.Channel, line: bytes) -> None:
    channel.send(line, LONG)
    assert channel.receive(LONG) == b"done"


def test_the_host_reads_the_reason_and_the_same_parent_starts_the_next_game(tmp_path: Path) -> None:
    with sandbox.open_jail(python_program(tmp_path / "full", FILLS_ITS_JAIL)) as jail:
        with jail.start() as channel:
            ask(channel, b"fill")
            parent = jail._parent
            assert parent is not None
            for _ in range(2):  # refused once is not refused for ever: each time it is asked anew
                with pytest.raises(sandbox.SandboxError, match=r"could not start the game: \[Errno 11\] clone"):
                    parent.take()
        with jail.start() as channel:
            ask(channel, b"play")
        assert jail._parent is parent


def test_a_child_that_cannot_be_locked_in_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "_TMP_FILES", -1)
    with (
        sandbox.open_jail(python_program(tmp_path / "bot", FILLS_ITS_JAIL)) as jail,
        pytest.raises(sandbox.SandboxError, match=r"\[Errno 22\] mount"),
        jail.start() as channel,
    ):
        ask(channel, b"play")


@contextmanager
def serving() -> Iterator[socket.socket]:
    """The parent's loop in this process; the host's end of its line."""
    host, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with host, inside:
        host.settimeout(LONG)
        host.send(json.dumps(SETTINGS).encode())
        host.send(bytes(8))
        loop = threading.Thread(target=zygote.serve, args=(inside.detach(),))
        loop.start()
        try:
            yield host
        finally:
            host.send(b"enough")
            loop.join(LONG)
            gc.unfreeze()  # what the loop froze is this process's own
    assert not loop.is_alive()


def test_each_refusal_is_answered_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = iter(["clone", "x" * 1000])

    def refuse() -> int:
        raise OSError(11, next(reasons))

    monkeypatch.setattr(zygote, "fork_into_namespace", refuse)
    with serving() as host:
        host.send(b"N")
        assert host.recv(4096) == b"N[Errno 11] clone"
        host.send(b"N")
        answer = host.recv(4096)
    assert answer.startswith(b"N[Errno 11] xxx")
    assert len(answer) < 256  # as much as the host reads; a longer one would be cut in two
