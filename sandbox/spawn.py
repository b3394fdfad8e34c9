"""Starting one jailed process and ending it with everything it started."""

import contextlib
import json
import os
import re
import resource
import select
import signal
import struct
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from sandbox import bwrap, cores, seccomp, uids
from sandbox.bwrap import FILTER_FD, READY_FD, STATUS_FD, STDIN_FD, STDOUT_FD, Plan
from sandbox.cgroups import Group
from sandbox.errors import SandboxError
from sandbox.host import Host

_PIDFD_GET_INFO, _INFO, _INFO_EXIT = 0xC040FF0B, struct.Struct("=QQ12I"), 1 << 3
"""From linux/pidfd.h: how a process ended, for others than its parent."""
_LOWEST_FD = 10  # descriptors for the child are moved above its fixed ones, so that no dup2 hits another's source
END_PATIENCE_S = 10.0
"""For the jail to end after its program has; milliseconds, unless the machine is stuck."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended. As usual in shells, a code above 128 means the signal `code - 128`."""

    code: int
    cpu_s: float
    peak_memory_bytes: int
    oom: bool
    is_lost: bool = False
    """It did not end by itself: what held the process ended first and took it along, or it was killed from outside."""


class Process(Protocol):
    """A bot's process, however it was made."""

    def pid(self) -> int:
        """Its number in our own process namespace; waits until it is known."""

    def is_started(self) -> bool:
        """The jail stood and the program was reached."""

    def complaint(self) -> str:
        """Why it was not, where the bot's own log does not say it."""

    def prepare_next(self) -> None:
        """The bot has answered once: now is the time for what can be done for the next game."""

    def has_ended(self, within_s: float) -> bool:
        """Wait that long for its end."""

    def signal(self, number: int) -> None:
        """To the process, which holds all the bot's threads."""

    def end(self) -> Ending:
        """Kill whatever lives, release everything, say how it ended. The second call gives the same answer."""


def high(descriptor: int) -> int:
    """The same file under a number that the child does not use; the given one is closed."""
    import fcntl  # noqa: PLC0415  Linux only, and so is the rest

    try:
        return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _LOWEST_FD)
    finally:
        os.close(descriptor)


def pipe() -> tuple[int, int]:
    readable, writable = os.pipe2(os.O_CLOEXEC)
    return high(readable), high(writable)


def close_all(descriptors: Iterable[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def start(command: list[str], descriptors: dict[int, int]) -> int:
    """Start a program with exactly these descriptors (target to source); returns its pid."""
    actions = [(os.POSIX_SPAWN_DUP2, source, target) for target, source in descriptors.items()]
    return os.posix_spawn(command[0], command, {}, file_actions=actions, setsigdef=_CHANGED_SIGNALS, setsigmask=())


# Python ignores these two; a bot must get the usual behaviour.
_CHANGED_SIGNALS = (signal.SIGPIPE, signal.SIGXFSZ)


def wait_for(pidfd: int, within_s: float) -> bool:
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(max(0, within_s) * 1000))


def ending_of(status: int, usage: resource.struct_rusage, oom: bool) -> Ending:
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        code = 128 - code
    return Ending(code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, oom)


def was_killed(status: int) -> bool:
    """By whom? The first process of a namespace cannot be killed from within: only from outside.

    The limits of memory and processor time come from outside too: they are looked at first.
    """
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def status_of(pidfd: int) -> int | None:
    """The wait status of a process that its parent has collected; None where the kernel (before 6.15) does not tell."""
    import fcntl  # noqa: PLC0415  as above

    asked = bytearray(_INFO.pack(_INFO_EXIT, *(0 for _ in range(13))))
    try:
        fcntl.ioctl(pidfd, _PIDFD_GET_INFO, asked)
    except OSError:
        return None
    mask, *_, status = _INFO.unpack(asked)
    return int(status) if mask & _INFO_EXIT else None


def peak_of(pid: int) -> int:
    """The largest resident size of a living process; 0 if it is gone or unknown."""
    try:
        peak = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()) if pid else None
    except OSError:
        return 0
    return int(peak[1]) * 1024 if peak else 0


def _places(stdio: tuple[int, int, int], host: Host) -> dict[int, int]:
    """Under which numbers the launcher gets the bot's pipes."""
    if not host.launcher.is_native:
        return dict(enumerate(stdio))
    null = [high(os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)) for _ in range(2)]
    return {0: null[0], 1: null[1], 2: stdio[2], STDIN_FD: stdio[0], STDOUT_FD: stdio[1]}


class JailedProcess:
    """bubblewrap with a program in it. The three pipes' far ends are taken over (and closed here)."""

    def __init__(self, plan: Plan, host: Host, stdio: tuple[int, int, int]) -> None:
        self._user: uids.SeatUser | None = None
        self._group: Group | None = None
        try:
            self._user = uids.SeatUser() if host.can_become else None
            self._group = Group(host.cgroups, plan.limits) if host.cgroups else None
        except OSError:
            close_all(stdio)
            self._release()
            raise
        status_read, status_write = pipe()
        ready_read, ready_write = pipe()
        filter_fd = high(seccomp.open_filter(plan.filter))
        line = bwrap.command_line(
            plan, host, self._group.entrances if self._group else (), self._user.uid if self._user else None
        )
        inherited = {FILTER_FD: filter_fd, STATUS_FD: status_write, READY_FD: ready_write} | _places(stdio, host)
        try:
            with cores.everywhere():
                self._outer = start(line, inherited)
        except OSError:
            os.close(status_read)
            os.close(ready_read)
            self._release()
            raise
        finally:
            close_all(inherited.values())
        self._outer_fd = os.pidfd_open(self._outer)
        self._status_fd, self._ready_fd = status_read, ready_read
        self._has_signal = host.launcher.is_native
        self._patience_s = plan.limits.start_s
        self._pid = 0
        self._inner_fd = -1
        self._started = False
        self._ending: Ending | None = None

    @property
    def group(self) -> Group | None:
        return self._group

    def pid(self) -> int:
        if self._pid == 0:
            self._pid = self._read_pid()
            with contextlib.suppress(OSError):  # already gone: `end` falls back on bubblewrap itself
                self._inner_fd = os.pidfd_open(self._pid)
        return self._pid

    def _read_pid(self) -> int:
        text = b""
        end = time.monotonic() + self._patience_s
        while b"}" not in text:
            if not wait_for(self._status_fd, end - time.monotonic()):
                raise SandboxError("bubblewrap did not build a jail in time; the machine is overloaded.")
            chunk = os.read(self._status_fd, 4096)
            if not chunk:
                raise SandboxError("bubblewrap ended before it built a jail.")
            text += chunk
        return int(json.loads(text.split(b"}")[0] + b"}")["child-pid"])

    def prepare_next(self) -> None:
        """Every game builds a jail of its own."""

    def complaint(self) -> str:
        return ""  # bubblewrap and launcher write to the bot's log

    def is_started(self) -> bool:
        if not self._has_signal:
            return True  # without the native launcher nobody tells; the bot is given the blame, never the benefit
        if not self._started:
            self._started = wait_for(self._ready_fd, 0) and os.read(self._ready_fd, 1) == b"R"
        return self._started

    def has_ended(self, within_s: float) -> bool:
        if self._ending is not None:
            return True
        # The program itself, if it is known: bubblewrap takes a moment longer to notice.
        return wait_for(self._inner_fd if self._inner_fd >= 0 else self._outer_fd, within_s)

    def signal(self, number: int) -> None:
        if self._ending is not None:
            return
        self.pid()
        if self._inner_fd >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._inner_fd, number)

    def end(self) -> Ending:
        if self._ending is None:
            self._ending = self._kill()
            for descriptor in (self._outer_fd, self._inner_fd, self._status_fd, self._ready_fd):
                if descriptor >= 0:
                    os.close(descriptor)
            self._release()
        return self._ending

    def _kill(self) -> Ending:
        peak = self._peak_memory_bytes()
        # The inside first: with the first process of its namespace the kernel ends all the others.
        if not wait_for(self._outer_fd, 0):
            with contextlib.suppress(SandboxError):
                self.signal(signal.SIGKILL)
        is_ours = not wait_for(self._outer_fd, END_PATIENCE_S if self._inner_fd >= 0 else 0)
        if is_ours:
            signal.pidfd_send_signal(self._outer_fd, signal.SIGKILL)
        _, status, usage = os.wait4(self._outer, 0)
        ending = ending_of(status, usage, bool(self._group and self._group.oom_kills()))
        # A signal that ended its program bubblewrap tells by an exit code; one of its own comes from outside.
        inner = status_of(self._inner_fd) if self._inner_fd >= 0 and ending.code == 128 + signal.SIGKILL else None
        is_lost = not is_ours and (os.WIFSIGNALED(status) or (inner is not None and was_killed(inner)))
        return replace(ending, is_lost=is_lost, peak_memory_bytes=peak or ending.peak_memory_bytes)

    def _peak_memory_bytes(self) -> int:
        """What the control group counted, else the kernel's mark of a process that still lives."""
        counted = self._group.peak_memory_bytes() if self._group else None
        return counted or peak_of(self._pid)

    def _release(self) -> None:
        if self._group:
            self._group.close()
        if self._user:
            self._user.release()
