"""Games that start from a warm parent: the host's side of `runtimes/python/zygote.py`."""

import contextlib
import json
import os
import select
import signal
import socket
import struct
from dataclasses import dataclass, replace

from sandbox import seccomp
from sandbox.bwrap import Plan
from sandbox.cgroups import Group
from sandbox.errors import SandboxError
from sandbox.host import Host
from sandbox.limits import Limits
from sandbox.spawn import Ending, JailedProcess, close_all, high, pipe, wait_for, was_killed

_TMP_FILES = 2048
"""Empty files take no bytes of a tmpfs, but kernel memory: without this the attack ``inode_bomb`` makes 70,000 of
them."""
_ENDING = struct.Struct("=idq")
_CREDENTIALS = struct.Struct("3i")
_NO_REASON = "no reason was given"


@dataclass(frozen=True, slots=True)
class WarmPlan:
    """How to start a warm parent, and what it must know about its program."""

    plan: Plan
    entry: str
    preload: tuple[str, ...]


class WarmParent:
    """A parent in its jail. It plays one game at a time, so that two games never share anything."""

    def __init__(self, warm: WarmPlan, host: Host) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        error_read, error_write = pipe()
        null = high(os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC))
        plan = replace(warm.plan, filter="zygote", capabilities=("CAP_SYS_ADMIN",), writable_tmp=False)
        self.is_busy = False
        self.is_broken = False
        """A child was lost: whose ending comes next is no longer certain."""
        self._is_asked = False
        self._next: socket.socket | None = None
        self._refusal = ""
        self._errors = error_read
        self._control = ours
        self._control.settimeout(plan.limits.start_s)
        try:
            self._process = JailedProcess(plan, host, (high(theirs.detach()), null, error_write))
        except OSError as error:
            self._control.close()
            os.close(error_read)
            raise SandboxError(f"A warm parent could not be started: {error}") from error
        try:
            self._tell(warm, plan.limits)
        except OSError as error:
            self.close()
            raise SandboxError(f"A warm parent could not be started: {error}") from error

    def _tell(self, warm: WarmPlan, limits: Limits) -> None:
        settings = {"entry": warm.entry, "preload": warm.preload, "tmp_mb": limits.tmp_mb, "tmp_files": _TMP_FILES}
        self._control.send(json.dumps(settings).encode())
        self._control.send(seccomp.program("lid"))

    @property
    def group(self) -> Group | None:
        return self._process.group

    def is_alive(self) -> bool:
        """Can it start a game? Where memory ran out, the next game's process may be gone, or the parent itself."""
        if self.is_broken or self._process.has_ended(0):
            return False
        if self._next is None:
            return True
        poll = select.poll()
        poll.register(self._next, 0)  # a hang-up is told unasked
        return not poll.poll(0)

    def prepare(self) -> None:
        """Ask for the process of the next game, without waiting for it."""
        if not self._is_asked and self._next is None:
            self._control.send(b"N")
            self._is_asked = True

    def take(self) -> socket.socket:
        """The line to a process that waits for its game; the caller closes it."""
        self.prepare()
        self._receive_next()
        if self._next is None:
            reason = self._refusal or self.complaint() or _NO_REASON
            raise SandboxError(f"The warm parent could not start the game: {reason}")
        line, self._next = self._next, None
        return line

    def _receive_next(self) -> None:
        if self._is_asked:
            answer, lines, _, _ = socket.recv_fds(self._control, 256, 1, socket.MSG_CMSG_CLOEXEC)
            self._is_asked = False
            self._refusal = answer[1:].decode("utf-8", "replace")
            if lines:
                self._next = socket.socket(fileno=high(lines[0]))
                self._next.settimeout(self._control.gettimeout())

    def ask_ending(self) -> tuple[int, float, int] | None:
        """(wait status, processor seconds, peak KiB) of the oldest child, or None if the parent died with it."""
        try:
            self._receive_next()  # its answers come in the order of our questions
            self._control.send(b"W")
            status, cpu_s, peak_kb = _ENDING.unpack(self._control.recv(64))
        except (OSError, struct.error):
            return None
        return status, cpu_s, peak_kb

    def complaint(self) -> str:
        """What it or a child that was not ready yet wrote about a failure."""
        os.set_blocking(self._errors, False)
        with contextlib.suppress(BlockingIOError):
            return os.read(self._errors, 4096).decode("utf-8", "replace").strip()
        return ""

    def close(self) -> None:
        self._control.close()
        if self._next is not None:
            self._next.close()
        self._process.end()
        os.close(self._errors)


class WarmProcess:
    """One game's process, child of a warm parent. The three pipes' far ends are taken over (and closed here)."""

    def __init__(self, parent: WarmParent, stdio: tuple[int, int, int]) -> None:
        self._parent = parent
        self._oom_before = parent.group.oom_kills() if parent.group else 0
        self._pid = 0
        self._fd = -1
        self._is_lost = False
        self._complaint = ""
        self._ending: Ending | None = None
        try:
            self._line = parent.take()
            parent.is_busy = True
            socket.send_fds(self._line, [b"F"], stdio)
        except OSError as error:
            raise SandboxError(f"The warm parent did not start the game: {parent.complaint() or error}") from error
        finally:
            close_all(stdio)

    def pid(self) -> int:
        if self._is_lost:
            raise SandboxError("The game's process is gone.")
        if self._pid == 0:
            self._is_lost = True  # until the contrary is known: nobody waits twice for its sign of life
            try:
                pid = self._read_pid()
                # The parent collects its child only when we ask, so the number cannot belong to anybody else by now.
                self._fd = os.pidfd_open(pid)
            except OSError as error:
                self._complaint = self._parent.complaint() or str(error)
                raise SandboxError(f"The game's process is gone: {self._complaint}") from error
            self._pid = pid
            self._is_lost = False
        return self._pid

    def _read_pid(self) -> int:
        """The child's sign of life; its number as we count, written into the message by the kernel."""
        message, extra, _, _ = self._line.recvmsg(16, socket.CMSG_SPACE(_CREDENTIALS.size))
        if message != b"R" or not extra:
            raise ConnectionResetError(_NO_REASON)  # which of the two we hear depends on who was faster
        return int(_CREDENTIALS.unpack(extra[0][2])[0])

    def prepare_next(self) -> None:
        try:
            self._parent.prepare()
        except OSError:  # this game goes on; the next one gets a new parent
            self._parent.is_broken = True

    def is_started(self) -> bool:
        try:
            return self.pid() > 0
        except SandboxError:
            return False

    def complaint(self) -> str:
        return self._complaint

    def has_ended(self, within_s: float) -> bool:
        if self._ending is not None:
            return True
        return not self.is_started() or wait_for(self._fd, within_s)

    def signal(self, number: int) -> None:
        if self._ending is None:
            self.pid()
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._fd, number)

    def end(self) -> Ending:
        if self._ending is None:
            with contextlib.suppress(SandboxError):
                self.signal(signal.SIGKILL)  # the first process of its namespace: the others go with it
            self._ending = self._collect()
            if self._fd >= 0:
                os.close(self._fd)
            self._line.close()
            self._parent.is_busy = False
        return self._ending

    def _collect(self) -> Ending:
        oom = bool(self._parent.group and self._parent.group.oom_kills() > self._oom_before)
        answer = self._parent.ask_ending() if self._fd >= 0 else None
        if answer is None:
            self._parent.is_broken = True
            return Ending(128 + signal.SIGKILL, 0.0, 0, oom, is_lost=True)
        status, cpu_s, peak_kb = answer
        code = os.waitstatus_to_exitcode(status)
        return Ending(code if code >= 0 else 128 - code, cpu_s, peak_kb * 1024, oom, is_lost=was_killed(status))
