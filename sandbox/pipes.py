"""The pipes of one program: bytes in, lines out, and what each may hold. Raw descriptors and poll, no threads.

Whose turn it is and how long it may take is the channel's business. What goes over a limit is raised as the
`ChannelFault` it is, a pipe that has no other end any more as `PipeBroken`.
"""

import os
import select
import time
from collections.abc import Callable
from typing import NoReturn

from sandbox.errors import ChannelFault, Fault
from sandbox.limits import Limits
from sandbox.stderr import Ring, board

_CHUNK = 16 * 1024
"""Read at once: no answer that takes the short way is longer, and a flood costs no more than this before it is seen."""


Poll = Callable[[float], list[tuple[int, int]]]


class PipeBroken(Exception):  # noqa: N818  a state of the pipe; the channel finds out whose fault it is
    """The program closed its end. The message says what it did."""


class Pipes:
    """Takes over our ends of stdin, stdout and stderr."""

    __slots__ = (
        "_limits",
        "_quick_bytes",
        "_stdin",
        "_stdout",
        "_stdout_cap",
        "buffer",
        "poll",
        "poll_output",
        "ring",
        "stdout_bytes",
    )

    def __init__(self, descriptors: tuple[int, int, int], limits: Limits) -> None:
        self._stdin, self._stdout, stderr = descriptors
        self._limits = limits
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        self.ring = Ring(stderr, limits.stderr_ring_kb * 1024, limits.stderr_bytes)
        everything, output = select.poll(), select.poll()
        everything.register(self._stdout, select.POLLIN)
        everything.register(board().fileno(), select.POLLIN)
        output.register(self._stdout, select.POLLIN)
        self.poll: Poll = everything.poll
        """Waits for stdout, or for any log of this thread. Bound here: it is called for every answer."""
        self.poll_output: Poll = output.poll
        """Waits for stdout alone: a log may be written at any time."""
        self.buffer = b""
        """What was read and not taken."""
        self._quick_bytes = 0
        self._stdout_cap = limits.stdout_bytes
        self.stdout_bytes = 0

    def fileno(self) -> int:
        return self._stdout

    @property
    def is_hung_up(self) -> bool:
        return self._stdin < 0

    def allow_quick_lines(self) -> None:
        """Not before the program is known: the first answer has more to be done around it."""
        self._quick_bytes = min(self._limits.line_bytes, _CHUNK)

    # Writing

    def write_line(self, line: bytes, end: float) -> None:
        """Add the newline and deliver it, by this moment of the monotonic clock."""
        data = line + b"\n"
        try:
            written = os.write(self._stdin, data)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            raise PipeBroken("closed its stdin") from None
        if written < len(data):
            self._write_rest(data[written:], end)

    def _write_rest(self, data: bytes, end: float) -> None:
        poll = select.poll()
        poll.register(self._stdin, select.POLLOUT)
        poll.register(board().fileno(), select.POLLIN)
        while data:
            left_s = end - time.monotonic()
            if left_s <= 0:
                raise ChannelFault(Fault.NEVER_READS, "The request could not be delivered: it does not read its stdin.")
            events = dict(poll.poll(left_s * 1000 + 1))
            if self._stdin not in events:
                board().drain()
                continue
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise PipeBroken("closed its stdin") from None

    # Reading

    def read_quick_line(self) -> bytes | None:
        """The usual case in few steps: one whole line of ASCII with nothing behind it. All else goes to the buffer."""
        try:
            data = os.read(self._stdout, _CHUNK)
        except BlockingIOError:
            return None  # it wrote to stderr
        size = len(data)
        if not 0 < size <= self._quick_bytes or data.find(b"\n") != size - 1 or not data.isascii():
            self._add(data)
            return None
        self.stdout_bytes += size
        if self.stdout_bytes > self._stdout_cap:
            self._refuse_more_output()
        return data[:-1]

    def has_line(self, end: float) -> bool:
        """Read until a whole line is there, or until this moment of the monotonic clock."""
        while b"\n" not in self.buffer:
            left_ms = (end - time.monotonic()) * 1000
            if left_ms <= 0 or not self.poll(left_ms):
                return False
            self.read()
        return True

    def read(self) -> bool:
        """Take what is there; True if the end of a line came with it."""
        try:
            return self._add(os.read(self._stdout, _CHUNK))
        except BlockingIOError:
            board().drain()  # it wrote to stderr
            self.check_log()
            return False

    def _add(self, data: bytes) -> bool:
        if not data:
            raise PipeBroken("closed its stdout")
        self.stdout_bytes += len(data)
        if self.stdout_bytes > self._stdout_cap:
            self._refuse_more_output()
        self.buffer = self.buffer + data if self.buffer else data
        has, cap = len(self.buffer), self._limits.line_bytes
        if b"\n" not in data and has >= cap:
            raise ChannelFault(
                Fault.LINE_TOO_LONG, f"A line is at most {cap} bytes long; this one has {has} and no end."
            )
        return b"\n" in data

    def cut_line(self) -> bytes:
        """The first line of what was read, which holds one."""
        line, _, rest = self.buffer.partition(b"\n")
        self.buffer = rest
        cap = self._limits.line_bytes
        if len(line) >= cap:
            raise ChannelFault(Fault.LINE_TOO_LONG, f"A line is at most {cap} bytes long, not {len(line)}.")
        if len(rest) >= min(cap, _CHUNK // 2):  # less may be a second line, which the next request calls early
            raise ChannelFault(Fault.FLOOD, f"{len(rest)} more bytes followed the answer; one line was asked for.")
        return line

    # What is refused

    def check_log(self) -> None:
        if self.ring.is_over:
            raise ChannelFault(Fault.OUTPUT_CAP, f"It wrote more than {self._limits.stderr_bytes} bytes to stderr.")

    def refuse_early_output(self) -> NoReturn:
        """Something is there, and nothing was asked."""
        if not self.buffer:
            self.read()  # an end of the stream shows here as what it is
        text = self.buffer[:60].decode("utf-8", "replace")
        raise ChannelFault(Fault.EARLY_OUTPUT, f"It wrote {text!r} when nobody had asked for anything.")

    def _refuse_more_output(self) -> NoReturn:
        raise ChannelFault(Fault.OUTPUT_CAP, f"It wrote more than {self._stdout_cap} bytes in one game.")

    # The end

    def hang_up(self) -> None:
        os.close(self._stdin)
        self._stdin = -1

    def close(self) -> None:
        """After `hang_up`; the counts and the log's tail stay."""
        self.ring.close()
        os.close(self._stdout)


def check_utf8(line: bytes) -> None:
    if not line.isascii():
        try:
            line.decode()
        except UnicodeDecodeError as error:
            raise ChannelFault(Fault.INVALID_UTF8, f"The answer is not UTF-8 at byte {error.start}.", line) from None
