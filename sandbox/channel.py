"""A conversation with one process in lines, with deadlines. No threads, no asyncio: raw descriptors and poll.

A channel knows lines and UTF-8; what a line means is the caller's business. Every way in which a program can misbehave
ends in a `ChannelFault`; after one the process is dead and each further call raises the same fault. The bytes are read
and written in `pipes.py`, the clock of a decision is in `decisions.py`.
"""

import contextlib
import signal
import time
from collections.abc import Callable
from types import TracebackType
from typing import NoReturn, Self

from sandbox import cores, table
from sandbox.clock import GRACE_S, SLICE_S, CpuMeter, Progress, StallWatch, Usage
from sandbox.decisions import Decisions
from sandbox.errors import ChannelFault, Fault, SandboxError
from sandbox.limits import Limits
from sandbox.pipes import PipeBroken, Pipes, check_utf8
from sandbox.report import Report, describe_exit
from sandbox.spawn import Ending, Process
from sandbox.verdict import judge, timeout_sentence

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
        self._limits = limits
        self._layers = layers
        self._memory_signs = memory_signs
        self._on_close = on_close
        self._pipes = Pipes(pipes, limits)
        self._decisions = Decisions(process)
        self._opened_at = time.monotonic()
        self._fault: ChannelFault | None = None
        self._report: Report | None = None
        self._may_have_logged = True
        """When the last answer came; False where the same look that saw it saw no log of anybody."""
        table.join(self)

    @property
    def last_usage(self) -> Usage | None:
        """The account of the last decision."""
        return self._decisions.last

    def last_times(self) -> tuple[float, float]:
        """What the last decision is charged, and how long it took, in seconds: asked for after every answer."""
        return self._decisions.times

    def fileno(self) -> int:
        """Readable when the process has written: for `poll` over several that were asked at the same time."""
        return self._pipes.fileno()

    def send(self, line: bytes, deadline_s: float) -> None:
        """Deliver one line (the newline is added). The clock of the decision starts here."""
        if b"\n" in line:
            raise ValueError("A line holds no newline; send() adds it.")
        now = time.monotonic()
        try:
            if now > self._decisions.quick_until:
                self._guard()
                self._begin_turn()
            elif self._pipes.poll_output(0):
                self._pipes.refuse_early_output()
            self._decisions.asked_at = now
            self._pipes.write_line(line, now + deadline_s)
        except (ChannelFault, PipeBroken) as error:
            self._fail(error)

    def receive(self, deadline_s: float) -> bytes:
        """The next line, without its newline. `deadline_s` counts from the start of the request."""
        decisions, pipes = self._decisions, self._pipes
        try:
            if decisions.asked_at is None:
                self._guard()
                self._begin_turn(may_speak=True)
                decisions.asked_at = time.monotonic()
            if decisions.watch is None:
                if not pipes.buffer and (seen := pipes.poll(_GRACE_MS if deadline_s > GRACE_S else deadline_s * 1000)):
                    line = pipes.read_quick_line()
                    if line is not None:
                        self._may_have_logged = len(seen) > 1
                        decisions.end_quickly()
                        return line
                # A line written in pieces, or after a word to stderr, is not slow for that.
                if pipes.has_line(decisions.asked_at + min(GRACE_S, deadline_s)):
                    return self._answer(0.0)
            return self._wait_slowly(deadline_s, decisions.asked_at)
        except (ChannelFault, PipeBroken) as error:
            self._fail(error)

    def watch(self) -> None:
        """This decision takes long: from now on stalls are measured, and the bots of a game may run everywhere.

        For who waits for several by `fileno`; `receive` comes to it by itself.
        """
        if self._decisions.watch is None and self._decisions.turns.meter is not None:
            self._decisions.watch_stalls(self._process.pid())
            cores.roam()

    def mark_stderr(self) -> None:
        """What the process has logged up to now belongs to its last answer; the report tells it apart."""
        ring = self._pipes.ring
        if self._may_have_logged or ring.has_news():
            ring.mark(len(self._decisions), may_have_more=self._may_have_logged)

    def check_off_turn(self) -> None:
        """Called while somebody else thinks: count what was used, stop a thief."""
        is_over = self._fault is not None or self._pipes.is_hung_up
        if self._decisions.asked_at is None and not is_over:
            self._decisions.count_off_turn()

    def hang_up(self) -> None:
        """Nothing more will be asked. Call it for several before `close`, and they come to their ends side by side."""
        self._decisions.stop()
        if not self._pipes.is_hung_up:
            if self._decisions.turns.meter is not None:
                cores.leave(self._process.pid())  # first: it wakes up where there is room
            self._pipes.hang_up()

    def close(self, grace_s: float = 0.0) -> Report:
        """End the process and everything it started; the account of its life. A second call gives the same."""
        if self._report is None:
            was_running = not self._process.has_ended(0)  # before it can see the end of its stdin
            self.hang_up()
            if grace_s > 0:
                was_running = not self._process.has_ended(grace_s)
            ending = self._process.end()
            self._pipes.close()
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

    # A decision

    def _begin_turn(self, may_speak: bool = False) -> None:
        if not may_speak and (self._pipes.buffer or self._pipes.poll_output(0)):
            self._pipes.refuse_early_output()
        self._decisions.turns.begin_turn()

    def _wait_slowly(self, deadline_s: float, asked_at: float) -> bytes:
        """A decision that takes longer than the grace."""
        self.watch()
        # At the first answer it may be slow because of the start, and nobody has a core yet: then only stalls count.
        watch = self._decisions.watch or self._decisions.watch_stalls(self._known_pid())
        progress = Progress(deadline_s * self._limits.stall_factor + STALL_EXTRA_S, deadline_s)
        while True:
            self._pipes.check_log()  # it may have gone over while others were waited for
            wall_s = time.monotonic() - asked_at
            left_s = deadline_s - wall_s
            if left_s <= 0:
                account = self._usage(watch.stall_s())
                left_s = deadline_s - Usage(*account).charged_s
                if left_s <= 0:
                    self._decisions.enter(account)
                    sentence = timeout_sentence(deadline_s, account, bool(self._pipes.buffer))
                    raise ChannelFault(Fault.TIMEOUT, sentence)
                if progress.is_none(wall_s, account[1]):
                    raise ChannelFault(Fault.HOST_STALL, "The machine stood still; the game is void and played again.")
            if self._wait(min(left_s, SLICE_S), watch) and self._pipes.read():
                return self._answer(watch.stall_s())

    def _wait(self, slice_s: float, watch: StallWatch) -> bool:
        before = time.monotonic()
        has_events = bool(self._pipes.poll(slice_s * 1000 + 1))
        watch.note_wait(slice_s + 0.001, time.monotonic() - before)
        table.stop_thieves(self)
        return has_events

    def _answer(self, stall_s: float) -> bytes:
        self._may_have_logged = True
        line = self._pipes.cut_line()
        self._decisions.end(self._usage(stall_s), has_more_output=bool(self._pipes.buffer))
        check_utf8(line)
        return line

    def _usage(self, stall_s: float) -> tuple[float, float, float]:
        wall_s = self._decisions.wall_s()
        if self._decisions.turns.meter is None:
            self._get_to_know()
        return wall_s, self._decisions.turns.so_far_s(), stall_s

    def _get_to_know(self) -> None:
        """It has answered for the first time."""
        pid = self._known_pid()
        self._decisions.turns.meter = CpuMeter(pid)
        cores.join(pid)
        self._process.prepare_next()
        self._pipes.allow_quick_lines()

    def _known_pid(self) -> int:
        try:
            return self._process.pid()
        except SandboxError as error:
            ring = self._pipes.ring
            ring.drain()
            raise ChannelFault(Fault.NOT_STARTED, f"{error} {ring.tail().strip()}".strip()) from error

    # The end

    def _guard(self) -> None:
        if self._fault is not None:
            raise self._fault
        if self._pipes.is_hung_up:
            raise ValueError("This channel is closed.")
        self._pipes.check_log()

    def _fail(self, error: ChannelFault | PipeBroken) -> NoReturn:
        if self._fault is None:
            self._fault = error if isinstance(error, ChannelFault) else self._fault_of_broken_pipe(str(error))
            self._decisions.stop()
            with contextlib.suppress(SandboxError):
                self._process.signal(signal.SIGKILL)
        raise self._fault

    def _fault_of_broken_pipe(self, what: str) -> ChannelFault:
        """Did the process end, or only close its end of it?"""
        process, ring = self._process, self._pipes.ring
        if not process.has_ended(_EXIT_PATIENCE_S):
            return ChannelFault(Fault.CLOSED_PIPE, f"It {what} but went on running.")
        is_started = process.is_started()
        ending = process.end()
        for _ in range(
            4
        ):  # what it wrote before it died is still in the pipe, which holds little more than one read takes
            ring.drain()
        if not is_started:
            complaint = process.complaint() or ring.tail().strip() or "no reason was given"
            return ChannelFault(Fault.NOT_STARTED, f"The jail could not be built: {complaint}")
        has_answered = len(self._decisions) > 0
        return ChannelFault(*judge(ending, ring.tail(), self._limits, self._memory_signs, has_answered=has_answered))

    def _account(self, ending: Ending, was_running: bool) -> Report:
        reason = "it was running and was closed by us" if was_running else describe_exit(ending.code)
        pipes, turns = self._pipes, self._decisions.turns
        return Report(
            exit_reason=self._fault.sentence if self._fault else reason,
            exit_code=ending.code,
            fault=self._fault.fault if self._fault else None,
            cpu_s=ending.cpu_s,
            wall_s=time.monotonic() - self._opened_at,
            peak_memory_bytes=ending.peak_memory_bytes,
            stderr_tail=pipes.ring.tail(),
            stderr_pieces=pipes.ring.pieces(len(self._decisions)),
            stdout_bytes=pipes.stdout_bytes,
            stderr_bytes=pipes.ring.total,
            decisions=self._decisions.all(),
            off_turn_cpu_s=turns.off_turn_s,
            was_frozen=turns.is_thief,
            layers=self._layers,
        )
