"""A jail that ends under its bot is our failure and never the bot's; and no bot can bring it about."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

import sandbox
from sandbox import Fault, Limits
from sandbox.spawn import Ending, JailedProcess, status_of
from sandbox.verdict import judge
from tests.sandbox.cast import ECHO, python_program

pytestmark = pytest.mark.usefixtures("nursery")
LONG = 120.0


def jail_of(jail: sandbox.Jail, channel: sandbox.Channel) -> JailedProcess:
    holder = jail._parent._process if jail._parent is not None else channel._process
    assert isinstance(holder, JailedProcess)
    return holder


VICTIMS: list[tuple[bool, Callable[[JailedProcess], int]]] = [
    (True, JailedProcess.pid),
    (True, lambda holder: holder._outer),
    (False, lambda holder: holder._outer),
]
"""The warm parent, and what holds the jail: bubblewrap, outside of it."""


@pytest.mark.parametrize(("warm", "victim"), VICTIMS, ids=["parent", "warm jail", "cold jail"])
@pytest.mark.parametrize("is_asked", [True, False])
def test_a_jail_that_is_lost_in_a_game_is_our_fault(
    tmp_path: Path, warm: bool, victim: Callable[[JailedProcess], int], is_asked: bool
) -> None:
    program = python_program(tmp_path / "echo", ECHO)
    with sandbox.open_jail(program, warm=warm) as jail:
        with jail.start() as channel:
            channel.send(b"x", LONG)
            channel.receive(LONG)
            if is_asked:
                channel._process.signal(signal.SIGSTOP)  # or it may have answered before its jail is gone
                channel.send(b"y", LONG)
            os.kill(victim(jail_of(jail, channel)), signal.SIGKILL)
            assert channel._process.has_ended(LONG)
            with pytest.raises(sandbox.ChannelFault) as caught:
                channel.receive(LONG)
        assert caught.value.fault is Fault.JAIL_LOST
        assert caught.value.fault.ours
        with jail.start() as channel:
            channel.send(b"again", LONG)
            assert channel.receive(LONG) == b"again"


GROUP_KILLER = """
import os, signal, sys
for line in sys.stdin:
    number = int(line)
    if number == signal.SIGINT:
        signal.signal(number, signal.SIG_IGN)  # Python's own handler is no way out
    for target in (0, -1, -os.getpgrp(), -os.getsid(0)):
        try:
            os.kill(target, number)
        except OSError:
            pass
    print("sent", flush=True)
sys.exit(3)
"""
CATCHABLE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGCHLD)


def test_a_bot_cannot_signal_its_parent_or_the_next_game(tmp_path: Path) -> None:
    """SIGINT, for which Python has a handler, would end the parent, and SIGKILL the process that waits for its game."""
    with sandbox.open_jail(python_program(tmp_path / "killer", GROUP_KILLER)) as jail:
        with jail.start() as channel:
            channel.send(str(int(signal.SIGCONT)).encode(), LONG)
            channel.receive(LONG)
            parent = jail._parent
            assert parent is not None
            parent._receive_next()
            for number in (*CATCHABLE, signal.SIGSTOP, signal.SIGKILL):
                channel.send(str(int(number)).encode(), LONG)
                assert channel.receive(LONG) == b"sent"
            assert channel.close(LONG).exit_code == 3  # told by the parent: it lives, and nothing is lost
        assert parent.is_alive()
        with jail.start() as channel:
            channel.send(str(int(signal.SIGCONT)).encode(), LONG)
            assert channel.receive(LONG) == b"sent"
        assert jail._parent is parent


@pytest.mark.parametrize("warm", [True, False])
def test_a_bot_that_dies_of_a_signal_pays_for_it(tmp_path: Path, warm: bool) -> None:
    source = "import os, sys\nsys.stdin.readline()\nprint('x', flush=True)\nsys.stdin.readline()\nos.abort()\n"
    with sandbox.open_jail(python_program(tmp_path / "abort", source), warm=warm) as jail, jail.start() as channel:
        channel.send(b"x", LONG)
        channel.receive(LONG)
        channel.send(b"y", LONG)
        with pytest.raises(sandbox.ChannelFault) as caught:
            channel.receive(LONG)
    assert caught.value.fault is Fault.CRASH


def knows_endings() -> bool:
    """Does the kernel tell us how a process ended that is not our child?"""
    child = os.posix_spawn("/bin/false", ["false"], {})
    other = os.pidfd_open(child)
    os.waitpid(child, 0)
    status = status_of(other)
    os.close(other)
    return status is not None


@pytest.mark.parametrize("warm", [True, False])
def test_a_bot_that_is_killed_from_outside_does_not_pay_for_it(tmp_path: Path, warm: bool) -> None:
    if not warm and not knows_endings():
        pytest.skip("Linux before 6.15 does not tell how a cold bot ended; it is judged as a crash.")
    with sandbox.open_jail(python_program(tmp_path / "echo", ECHO), warm=warm) as jail, jail.start() as channel:
        channel.send(b"x", LONG)
        channel.receive(LONG)
        os.kill(channel._process.pid(), signal.SIGKILL)
        assert channel._process.has_ended(LONG)
        with pytest.raises(sandbox.ChannelFault) as caught:
            channel.receive(LONG)
    assert caught.value.fault is Fault.JAIL_LOST


PRETENDERS = {
    "by its exit code": "os._exit(137)",
    "by a signal to itself": "os.kill(os.getpid(), 9); os.kill(0, 9); os.kill(-1, 9); os._exit(1)",
    "by a signal from a thread": "import threading; t = threading.Thread(target=os.kill, args=(os.getpid(), 9)); "
    "t.start(); t.join(); os._exit(1)",
    "by a limit on processor time": "import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 1))\n"
    "while True: pass",
    "by the same in another number": "while call(160, 1 << 32, limit) == 0: pass\n"
    "while call(302, 0, 1 << 32, limit, 0) == 0: pass\nos._exit(1)",
    "by a timer": "what = (ctypes.c_int * 16)(0, 0, 9, 0); number = ctypes.c_int()\n"
    "call(222, 1, what, ctypes.byref(number)); call(223, number.value, 0, (ctypes.c_long * 4)(0, 0, 0, 1), None)\n"
    "time.sleep(0.05); os._exit(1)",
    "by the end of its parent": "call(157, 1, 9); os._exit(1)",
}
"""How a bot could try to have its game declared void."""
PRETENDER = """
import ctypes, os, sys, time
libc = ctypes.CDLL(None)
limit = (ctypes.c_long * 2)(1, 1)
def call(number, *arguments):
    return libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
print(sys.stdin.readline(), end="", flush=True)
sys.stdin.readline()
"""


@pytest.mark.parametrize("warm", [True, False])
@pytest.mark.parametrize("way", PRETENDERS)
def test_no_bot_can_pass_for_one_that_was_killed_from_outside(tmp_path: Path, way: str, warm: bool) -> None:
    program = python_program(tmp_path / "pretender", PRETENDER + PRETENDERS[way])
    with sandbox.open_jail(program, warm=warm) as jail, jail.start() as channel:
        channel.send(b"x", LONG)
        channel.receive(LONG)
        channel.send(b"y", LONG)
        with pytest.raises(sandbox.ChannelFault) as caught:
            channel.receive(LONG)
    assert caught.value.fault is Fault.CRASH, caught.value.sentence


@pytest.mark.parametrize(("oom", "fault"), [(True, Fault.MEMORY_LIMIT), (False, Fault.JAIL_LOST)])
def test_a_bot_whose_memory_took_the_parent_along_pays_for_it(oom: bool, fault: Fault) -> None:
    ending = Ending(128 + signal.SIGKILL, 0.0, 0, oom, is_lost=True)
    assert judge(ending, "MemoryError", Limits(), ("MemoryError",), has_answered=True)[0] is fault
