"""A conversation with one process in lines, with deadlines. No threads, no asyncio: raw descriptors and poll.

A channel knows lines and UTF-8; what a line means is the caller's business. Every way in which a program can misbehave
ends in a `ChannelFault`; after one the process is dead and each further call raises the same fault.
"""

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable
from types import TracebackType
from typing import NoReturn, Self

from sandbox import cores, table
from sandbox.clock import GRACE_S, SLICE_S, CpuMeter, Progress, StallWatch, ThreadsDelayMeter, Usage
from sandbox.errors import ChannelFault, Fault, SandboxError
from sandbox.limits import Limits
from sandbox.report import Report, describe_exit
from sandbox.spawn import Ending, Process
from sandbox.stderr import Ring, board
from sandbox.turns import PAUSE_S, Turns
from sandbox.verdict import judge, timeout_sentence

_CHUNK = 16 * 1024
_EXIT_PATIENCE_S = 1.0
"""Between the end of stdout and the end of a process a moment may pass."""
STALL_EXTRA_S = 2.0
"""On the wall, besides the multiple of the deadline: a machine may stand still however short the deadline is."""
_GRACE_MS = int(GRACE_S * 1000)


class Channel:
    """Made by `Jail.start`. Use it as a context manager, or call `close`."""

    def __init__(
        self,
        process: Process,
        pipes: tuple[int, int, int],
        limits: Limits,
        *,
        layers: tuple[str, ...],
        memory_signs: tuple[str, ...] = (),
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self._process = process
        self._stdin, self._stdout, stderr = pipes
        self._limits = limits
        self._layers = layers
        self._memory_signs = memory_signs
        self._on_close = on_close
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        self._ring = Ring(stderr, limits.stderr_ring_kb * 1024, limits.stderr_bytes)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._early = select.poll()
        self._early.register(self._stdout, select.POLLIN)
        self._poll.register(board().fileno(), select.POLLIN)
        self._buffer = b""
        self._opened_at = time.monotonic()
        self._asked_at: float | None = None
        self._turns = Turns(process)
        self._stdin_bytes = 0
        self._stdout_bytes = 0
        self._stdout_cap = limits.stdout_bytes
        self._usages: list[tuple[float, float, float]] = []
        self._quick_until = 0.0  # a request before this moment needs no look at what the process did in between
        self._quick_bytes = 0  # answers up to this length may take the short way; none before the process is known
        self._watch: StallWatch | None = None
        """Of a decision that takes longer than the grace."""
        self._is_over = False
        self._fault: ChannelFault | None = None
        self._report: Report | None = None
        table.join(self)

    # What the caller uses

    @property
    def last_usage(self) -> Usage | None:
        """The account of the last decision."""
        return Usage(*self._usages[-1]) if self._usages else None

    def fileno(self) -> int:
        """Readable when the process has written: for `poll` over several that were asked at the same time."""
        return self._stdout

    def send(self, line: bytes, deadline_s: float) -> None:
        """Deliver one line (the newline is added). The clock of the decision starts here."""
        if b"\n" in line:
            raise ValueError("A line holds no newline; send() adds it.")
        now = time.monotonic()
        if now > self._quick_until:
            self._guard()
            self._begin_turn()
        elif self._early.poll(0):
            self._refuse_early_output()
        self._asked_at = now
        data = line + b"\n"
        try:
            written = os.write(self._stdin, data)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            self._gone("closed its stdin")
        if written < len(data):
            self._send_rest(data[written:], now + deadline_s)
        self._stdin_bytes += len(data)

    def receive(self, deadline_s: float) -> bytes:
        """The next line, without its newline. `deadline_s` counts from the start of the request."""
        if self._asked_at is None:
            self._guard()
            self._begin_turn(may_speak=True)
            self._asked_at = time.monotonic()
        if self._watch is None:
            if not self._buffer and self._poll.poll(_GRACE_MS if deadline_s > GRACE_S else deadline_s * 1000):
                line = self._quick_answer()
                if line is not None:
                    return line
            if self._ends_within_grace(min(GRACE_S, deadline_s)):
                return self._answer(0.0)
        return self._wait_slowly(deadline_s)

    def watch(self) -> None:
        """This decision takes long: from now on stalls are measured, and the bots of a game may run everywhere.

        For who waits for several by `fileno`; `receive` comes to it by itself.
        """
        if self._watch is None and self._turns.meter is not None:
            self._watch = StallWatch(ThreadsDelayMeter(self._process.pid()))
            cores.roam()

    def mark_stderr(self) -> None:
        """What the process has logged up to now belongs to its last answer; the report tells it apart."""
        self._ring.mark(len(self._usages))

    def hang_up(self) -> None:
        """Nothing more will be asked. Call it for several before `close`, and they come to their ends side by side."""
        self._end_turns()
        if self._stdin >= 0:
            os.close(self._stdin)
            self._stdin = -1
            if self._turns.meter is not None:
                cores.leave(self._process.pid())

    def close(self, grace_s: float = 0.0) -> Report:
        """End the process and everything it started; the account of its life. A second call gives the same."""
        if self._report is None:
            was_running = not self._process.has_ended(0)  # before it can see the end of its stdin
            self.hang_up()
            if grace_s > 0:
                was_running = not self._process.has_ended(grace_s)
            ending = self._process.end()
            self._ring.close()
            os.close(self._stdout)
            table.leave(self)
            self._on_close()
            self._report = self._account(ending, was_running)
        return self._report

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # A decision that takes longer than the grace

    def _wait_slowly(self, deadline_s: float) -> bytes:
        assert self._asked_at is not None  # noqa: S101  set by receive, for the type checker
        self.watch()
        if self._watch is None:  # the first answer: it may be slow because of the start, and nobody has a core yet
            self._watch = StallWatch(ThreadsDelayMeter(self._known_pid()))
        watch = self._watch
        progress = Progress(deadline_s * self._limits.stall_factor + STALL_EXTRA_S, deadline_s)
        while True:
            self._check_stderr()  # it may have gone over while others were waited for
            wall_s = time.monotonic() - self._asked_at
            left_s = deadline_s - wall_s
            if left_s <= 0:
                account = self._usage(watch.stall_s())
                left_s = deadline_s - Usage(*account).charged_s
                if left_s <= 0:
                    self._usages.append(account)
                    self._fail(Fault.TIMEOUT, timeout_sentence(deadline_s, account, bool(self._buffer)))
                if progress.is_none(wall_s, account[1]):
                    self._fail(Fault.HOST_STALL, "The machine stood still; the game is void and played again.")
            if self._wait(min(left_s, SLICE_S), watch) and self._take():
                return self._answer(watch.stall_s())

    def _wait(self, slice_s: float, watch: StallWatch) -> bool:
        before = time.monotonic()
        events = self._poll.poll(slice_s * 1000 + 1)
        watch.note_wait(slice_s + 0.001, time.monotonic() - before)
        table.stop_thieves(self)
        return bool(events)

    def _stop_watch(self) -> None:
        if self._watch is not None:
            self._watch.close()
            self._watch = None

    # Reading

    def _quick_answer(self) -> bytes | None:
        """The usual case in few steps: one whole line of ASCII with nothing behind it. All else goes the long way."""
        try:
            data = os.read(self._stdout, _CHUNK)
        except BlockingIOError:
            return None  # it wrote to stderr
        size = len(data)
        if not 0 < size <= self._quick_bytes or data.find(b"\n") != size - 1 or not data.isascii():
            self._add(data)
            return None
        self._stdout_bytes += size
        if self._stdout_bytes > self._stdout_cap:
            self._refuse_more_output()
        now = time.monotonic()
        turns = self._turns
        self._usages.append((now - self._asked_at, turns.end_turn(), 0.0))  # type: ignore[operator]  # asked
        self._asked_at = None
        self._quick_until = 0.0 if turns.is_stopped else now + PAUSE_S
        return data[:-1]

    def _ends_within_grace(self, grace_s: float) -> bool:
        """A line written in pieces, or after a word to stderr, is not slow for that."""
        end = self._asked_at + grace_s  # type: ignore[operator]  # asked
        while b"\n" not in self._buffer:
            left_ms = (end - time.monotonic()) * 1000
            if left_ms <= 0 or not self._poll.poll(left_ms):
                return False
            self._take()
        return True

    def _take(self) -> bool:
        """Read what is there; True once a whole line is in the buffer."""
        try:
            return self._add(os.read(self._stdout, _CHUNK))
        except BlockingIOError:
            board().drain()  # it wrote to stderr
            self._check_stderr()
            return False

    def _add(self, data: bytes) -> bool:
        if not data:
            self._gone("closed its stdout")
        self._stdout_bytes += len(data)
        if self._stdout_bytes > self._stdout_cap:
            self._refuse_more_output()
        self._buffer = self._buffer + data if self._buffer else data
        has, cap = len(self._buffer), self._limits.line_bytes
        if b"\n" not in data and has >= cap:
            self._fail(Fault.LINE_TOO_LONG, f"A line is at most {cap} bytes long; this one has {has} and no end.")
        return b"\n" in data

    def _refuse_more_output(self) -> NoReturn:
        self._fail(Fault.OUTPUT_CAP, f"It wrote more than {self._limits.stdout_bytes} bytes in one game.")

    def _check_stderr(self) -> None:
        if self._ring.is_over:
            self._fail(Fault.OUTPUT_CAP, f"It wrote more than {self._limits.stderr_bytes} bytes to stderr.")

    def _answer(self, stall_s: float) -> bytes:
        line, _, rest = self._buffer.partition(b"\n")
        self._buffer = rest
        if len(line) >= self._limits.line_bytes:
            self._fail(Fault.LINE_TOO_LONG, f"A line is at most {self._limits.line_bytes} bytes long, not {len(line)}.")
        if len(rest) >= min(self._limits.line_bytes, _CHUNK // 2):
            self._fail(Fault.FLOOD, f"{len(rest)} more bytes followed the answer; one line was asked for.")
        self._usages.append(self._usage(stall_s))
        self._stop_watch()
        self._turns.end_turn()
        self._asked_at = None
        self._quick_until = 0.0 if rest or self._turns.is_stopped else time.monotonic() + PAUSE_S
        if not line.isascii():
            try:
                line.decode()
            except UnicodeDecodeError as error:
                self._fail(Fault.INVALID_UTF8, f"The answer is not UTF-8 at byte {error.start}.")
        return line

    def _refuse_early_output(self) -> NoReturn:
        if not self._buffer:
            self._take()  # an end of the stream shows here as what it is
        text = self._buffer[:60].decode("utf-8", "replace")
        self._fail(Fault.EARLY_OUTPUT, f"It wrote {text!r} when nobody had asked for anything.")

    # Writing

    def _send_rest(self, data: bytes, end: float) -> None:
        poll = select.poll()
        poll.register(self._stdin, select.POLLOUT)
        poll.register(board().fileno(), select.POLLIN)
        while data:
            left_s = end - time.monotonic()
            if left_s <= 0:
                self._fail(Fault.NEVER_READS, "The request could not be delivered: it does not read its stdin.")
            events = dict(poll.poll(left_s * 1000 + 1))
            if self._stdin not in events:
                board().drain()
                continue
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                self._gone("closed its stdin")

    # The clock

    def _known_pid(self) -> int:
        try:
            return self._process.pid()
        except SandboxError as error:
            self._ring.drain()
            self._fail(Fault.NOT_STARTED, f"{error} {self._ring.tail().strip()}".strip())

    def _usage(self, stall_s: float) -> tuple[float, float, float]:
        """The fields of a `Usage`, which is made only when somebody wants to see it."""
        wall_s = time.monotonic() - self._asked_at  # type: ignore[operator]  # only called in a decision
        if self._turns.meter is None:
            pid = self._known_pid()
            self._turns.meter = CpuMeter(pid)
            cores.join(pid)
            self._process.prepare_next()
            self._quick_bytes = min(self._limits.line_bytes, _CHUNK)
        return wall_s, self._turns.so_far_s(), stall_s

    def _begin_turn(self, may_speak: bool = False) -> None:
        self._check_stderr()
        if not may_speak and (self._buffer or self._early.poll(0)):
            self._refuse_early_output()
        self._turns.begin_turn()

    def check_off_turn(self) -> None:
        """Called while somebody else thinks: count what was used, stop a thief."""
        if self._asked_at is None and not self._is_over:
            self._turns.count_off_turn()
            if self._turns.is_stopped:
                self._quick_until = 0.0  # the next request wakes it up

    # The end

    def _end_turns(self) -> None:
        """From now on every call takes the long way, and `_guard` answers it."""
        self._stop_watch()
        self._is_over = True
        self._asked_at = None
        self._quick_until = 0.0

    def _guard(self) -> None:
        if self._fault is not None:
            raise self._fault
        if self._stdin < 0:
            raise ValueError("This channel is closed.")
        self._check_stderr()

    def _fail(self, fault: Fault, sentence: str) -> NoReturn:
        self._fault = ChannelFault(fault, sentence)
        self._end_turns()
        with contextlib.suppress(SandboxError):
            self._process.signal(signal.SIGKILL)
        raise self._fault

    def _gone(self, what: str) -> NoReturn:
        """A pipe broke: did the process end, or only close it?"""
        if not self._process.has_ended(_EXIT_PATIENCE_S):
            self._fail(Fault.CLOSED_PIPE, f"It {what} but went on running.")
        is_started = self._process.is_started()
        ending = self._process.end()
        for _ in range(4):
            self._ring.drain()
        if not is_started:
            complaint = self._process.complaint() or self._ring.tail().strip() or "no reason was given"
            self._fail(Fault.NOT_STARTED, f"The jail could not be built: {complaint}")
        has_answered = bool(self._usages)
        self._fail(*judge(ending, self._ring.tail(), self._limits, self._memory_signs, has_answered=has_answered))

    def _account(self, ending: Ending, was_running: bool) -> Report:
        reason = "it was running and was closed by us" if was_running else describe_exit(ending.code)
        return Report(
            exit_reason=self._fault.sentence if self._fault else reason,
            exit_code=ending.code,
            fault=self._fault.fault if self._fault else None,
            cpu_s=ending.cpu_s,
            wall_s=time.monotonic() - self._opened_at,
            peak_memory_bytes=ending.peak_memory_bytes,
            stderr_tail=self._ring.tail(),
            stderr_pieces=self._ring.pieces(len(self._usages)),
            stdout_bytes=self._stdout_bytes,
            stderr_bytes=self._ring.total,
            stdin_bytes=self._stdin_bytes,
            decisions=tuple(Usage(*account) for account in self._usages),
            off_turn_cpu_s=self._turns.off_turn_s,
            was_frozen=self._turns.is_thief,
            layers=self._layers,
        )
