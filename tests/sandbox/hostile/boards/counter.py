"""Takes as much as it can get of one thing that the kernel counts.

Answers `take NAME` by how many it got and what stopped it, and holds them; `free` lets go of them.
"""

import ctypes
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable

libc = ctypes.CDLL(None, use_errno=True)
MOST = 5000
held: list[Callable[[], object]] = []
"""How to let go of each."""


def call(number: int, *arguments: object) -> int:
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return int(result)


def keep(descriptor: int) -> None:
    held.append(lambda: os.close(descriptor))


def timer() -> None:
    number = ctypes.c_int()
    call(222, 1, None, ctypes.byref(number))
    held.append(lambda: call(226, number.value))


def queued_signal() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
    what = (ctypes.c_int * 32)(signal.SIGRTMIN, 0, -1)  # by sigqueue
    call(129, os.getpid(), int(signal.SIGRTMIN), what)
    held.append(lambda: signal.sigtimedwait({signal.SIGRTMIN}, 0))


def in_flight() -> None:
    ours, theirs = socket.socketpair()
    try:
        socket.send_fds(ours, [b"x"], [0] * 200)
    except OSError:
        ours.close()
        theirs.close()
        raise
    held.extend((ours.close, theirs.close))


def pipe() -> None:
    """Who has many gets small ones."""
    ends = os.pipe()
    for end in ends:
        keep(end)
    if call(72, ends[0], 1032, 0) < 65536:
        raise OSError(28, "a small pipe")


def watch() -> None:
    """Half of the descriptors are watched by the other half."""
    if not held:
        for _ in range(24):
            keep(os.eventfd(0))
            watched.append(os.eventfd(0))
            keep(watched[-1])
        for _ in range(12):
            watchers.append(call(291, 0))
            keep(watchers[-1])
        held.extend((watched.clear, watchers.clear, places.clear))
        places.extend((who, what) for who in watchers for what in watched)
    if not places:
        raise OSError(24, "no more descriptors")
    who, what = places.pop()
    call(233, who, 1, what, (ctypes.c_uint32 * 3)(1))


watched: list[int] = []
watchers: list[int] = []
places: list[tuple[int, int]] = []


def thread() -> None:
    end = threading.Event()
    one = threading.Thread(target=end.wait, daemon=True)
    try:
        one.start()
    except RuntimeError as error:
        raise OSError(11, str(error)) from error

    def stop() -> None:
        end.set()
        one.join()

    held.append(stop)


def descriptor() -> None:
    keep(os.open("/dev/null", os.O_RDONLY))


def event() -> None:
    keep(os.eventfd(0))


def alarm_clock() -> None:
    keep(call(283, 1, 0))


def pair() -> None:
    for end in socket.socketpair():
        held.append(end.close)


def full_pair() -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    held.extend((ours.close, theirs.close))
    try:
        while True:
            ours.send(bytes(65536))
    except BlockingIOError:
        return


def file_of_tmp() -> None:
    name = f"/tmp/{len(held)}"
    keep(os.open(name, os.O_CREAT | os.O_WRONLY))
    os.close(os.open(name, os.O_RDONLY))
    held[-1]()
    held[-1] = lambda: os.unlink(name)


def locked_page() -> None:
    page = ctypes.create_string_buffer(8192)
    call(149, ctypes.addressof(page), 4096)
    held.append(lambda: page)


TAKE: dict[str, Callable[[], object]] = {
    "POSIX timers": timer,
    "queued signals": queued_signal,
    "descriptors in flight": in_flight,
    "pipes": pipe,
    "epoll watches": watch,
    "threads": thread,
    "open files": descriptor,
    "eventfd": event,
    "timerfd": alarm_clock,
    "socket pairs": pair,
    "socket buffers": full_pair,
    "files in /tmp": file_of_tmp,
    "locked pages": locked_page,
    "inotify instances": lambda: keep(call(294, 0)),
    "fanotify groups": lambda: keep(call(300, 0, 0)),
    "keys": lambda: call(248, b"user", f"k{len(held)}".encode(), b"x", 1, -2),
    "POSIX message queues": lambda: keep(call(240, f"q{len(held)}".encode(), 66, 0o600, None)),
    "System V memory": lambda: call(29, 0, 4096, 0o1600),
    "System V semaphores": lambda: call(64, 0, 1, 0o1600),
    "System V queues": lambda: call(68, 0, 0o1600),
    "user namespaces": lambda: call(272, 0x10000000),
    "mount namespaces": lambda: call(272, 0x00020000),
    "processes": lambda: call(57),
    "memory files": lambda: keep(call(319, b"x", 0)),
    "leases": lambda: call(72, 0, 1024, 0),
    "pipe sizes": lambda: call(72, 1, 1031, 1 << 20),
    "io_uring rings": lambda: keep(call(425, 1, bytes(120))),
    "bpf maps": lambda: keep(call(321, 0, bytes(72), 72)),
    "perf events": lambda: keep(call(298, bytes(128), 0, -1, -1, 0)),
    "userfaultfd": lambda: keep(call(323, 1)),
}


def free() -> None:
    while held:
        held.pop()()


def take(name: str) -> str:
    got, why = 0, "no end"
    try:
        while got < MOST:
            TAKE[name]()
            got += 1
    except OSError as error:
        why = error.strerror or str(error)
    return f"{got} {why}"


for line in sys.stdin:
    command, _, name = line.strip().partition(" ")
    if command == "take":
        reply = take(name)
    else:
        free()
        reply = "done"
    sys.stdout.write(reply + "\n")
    sys.stdout.flush()
