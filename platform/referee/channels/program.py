"""A program in the sandbox."""

from collections.abc import Callable

import sandbox
from referee.canary import canary_starts
from referee.channels.base import Channel, Closing, Json, Reply
from referee.faults import BotFault, Exchange, FaultKind, MachineError, VoidError, readable
from referee.messages import encode
from referee.recognising import recognised
from referee.words import joined, t
from sandbox import ChannelFault, Fault, SandboxError

Launch = Callable[[], tuple[sandbox.Channel, Callable[[], None]]]

SEND_LIMIT_S = 10.0
"""A bot that does not read for so long is not listening."""
FAREWELL_S = 0.1
"""What a bot has after ``end`` to write its log and exit."""

_KINDS = {
    Fault.TIMEOUT: FaultKind.TIMEOUT,
    Fault.NEVER_READS: FaultKind.TIMEOUT,
    Fault.CPU_LIMIT: FaultKind.TIMEOUT,
    Fault.CRASH: FaultKind.CRASH,
    Fault.CLOSED_PIPE: FaultKind.CRASH,
    Fault.MEMORY_LIMIT: FaultKind.MEMORY,
}
"""Everything else that a bot can do wrong on its pipes is a breach of the protocol."""


class ProgramChannel(Channel):
    """One process of one game. ``launch`` starts it and says what to call when it is gone."""

    def __init__(self, launch: Launch, name: str, version: str = "", memory_mb: int = 0) -> None:
        self.name = name
        self.version = version
        self.memory_mb = memory_mb
        self._launch = launch
        self._pipe: sandbox.Channel | None = None
        self._release: Callable[[], None] | None = None
        self._line = b""
        self._has_answered = False
        self._is_over = False
        self._said: list[tuple[bytes, bytes | None, float]] = []
        """Lines as they are: a game of some hundred kB, gone with it."""

    def start(self, limit_ms: float) -> None:
        try:
            self._pipe, self._release = self._launch()
        except (SandboxError, OSError) as error:
            raise MachineError(f"The sandbox could not start {self.name}: {error}") from error

    def send(self, message: Json) -> None:
        self._line = encode(message)[:-1]
        self._is_over = message["type"] == "end"
        self._said.append((self._line, None, 0.0))
        try:
            self._opened().send(self._line, SEND_LIMIT_S)
        except ChannelFault as fault:
            raise self._translated(fault) from fault

    def receive(self, limit_ms: float) -> Reply:
        pipe = self._opened()
        try:
            line = pipe.receive(limit_ms / 1000)
        except ChannelFault as fault:
            raise self._translated(fault) from fault
        self._has_answered = True
        pipe.mark_stderr()
        charged_s, wall_s = pipe.last_times()
        charged_ms = charged_s * 1000
        self._said[-1] = (self._line, line, charged_ms)
        return Reply(line, charged_ms, wall_s * 1000)

    def fileno(self) -> int | None:
        return self._opened().fileno()

    def watch(self) -> None:
        self._opened().watch()

    def hang_up(self) -> None:
        if self._pipe is not None:
            self._pipe.hang_up()

    def close(self) -> Closing:
        if self._pipe is None:
            return Closing("never started")
        report = self._pipe.close(FAREWELL_S if self._is_over else 0.0)
        if self._release:
            self._release()
            self._release = None
        return Closing(
            report.exit_reason,
            report.stderr_tail,
            report.stderr_pieces,
            round(report.cpu_s * 1000, 1),
            report.peak_memory_bytes / 2**20,
            report.exit_code,
            round(report.off_turn_cpu_s * 1000, 1),
            report.was_frozen,
        )

    def last_request(self) -> str:
        return self._line.decode()

    def conversation(self) -> tuple[Exchange, ...]:
        return tuple(
            Exchange(sent.decode(), None if answer is None else readable(answer), round(charged_ms, 2))
            for sent, answer, charged_ms in self._said
        )

    def _opened(self) -> sandbox.Channel:
        if self._pipe is None:
            raise VoidError(f"{self.name} was asked before it was started.")
        return self._pipe

    def _translated(self, fault: ChannelFault) -> BotFault:
        """The fault in the words of the protocol. Raises ``VoidError`` where the machine is to blame.

        A bot that never said a word is believed to be guilty only if a program known to be good starts here and now.
        """
        if fault.fault.ours:
            raise MachineError(fault.sentence) from fault
        if not self._has_answered and not canary_starts():
            raise MachineError(f"Nothing starts in the sandbox now, not even the canary. {fault.sentence}") from fault
        kind = _KINDS.get(fault.fault, FaultKind.PROTOCOL)
        if kind is FaultKind.CRASH and not self._has_answered:
            kind = FaultKind.START
        return BotFault(kind, joined(recognised(fault.sentence), self._advice(fault.fault)), fault.answer)

    def _advice(self, fault: Fault) -> str:
        """Before its first answer a bot has seen no request, so no clock either."""
        if fault is Fault.TIMEOUT and not self._has_answered:
            return _START_UP_ADVICE
        return _ADVICE.get(fault, "")


_START_UP_ADVICE = t('Answer hello sooner: "start_ms" in it says how long the start may take. Did you flush stdout?')
_ADVICE = {
    Fault.TIMEOUT: t('Answer sooner: "clock" in the request says how long you have. Did you flush stdout?'),
    Fault.NEVER_READS: t("Read stdin line by line until it ends."),
    Fault.CRASH: t("The end of its log shows the reason, if the program told one."),
    Fault.CLOSED_PIPE: t("Keep stdin and stdout open until the game is over."),
    Fault.MEMORY_LIMIT: t('"limits" in hello says how much there is.'),
    Fault.CPU_LIMIT: t("Use less time: all decisions of a game together were too much."),
    Fault.EARLY_OUTPUT: t("Write exactly one line for each message that asks, and send logs to stderr."),
    Fault.FLOOD: t(
        "Stop after the line break of your answer: a loop that prints without reading stdin ends like this."
    ),
    Fault.LINE_TOO_LONG: t("End every answer with a line break."),
    Fault.OUTPUT_CAP: t("Log less."),
    Fault.INVALID_UTF8: t("Write UTF-8."),
}
