"""One seat of a game in progress: its channel, clock, and what it has been told."""

from dataclasses import replace

from bots.house.base import HouseBot
from engines import State
from referee import messages
from referee.channels.base import Channel, Json
from referee.channels.inprocess import InProcessChannel
from referee.clock import SeatClock, TimeControl
from referee.differences import Differences
from referee.faults import BotFault, Evidence, Fault, FaultKind, readable
from referee.record import SeatReport
from referee.replay import ReplayAction, ReplaySeat
from referee.words import t


class SeatInPlay:
    """``fault`` is set once its bot has failed; from then on ``stand_in`` may put a house bot in its place."""

    def __init__(self, number: int, channel: Channel, control: TimeControl) -> None:
        self.number = number
        self.fault: Fault | None = None
        self.report = SeatReport("")
        self.label = ReplaySeat(channel.name, channel.version)
        self._channel = channel
        self._control = control
        self._clock = SeatClock(control)
        self._seen = 0
        self._requests = 0
        self._answer = b""
        self._unsent: BotFault | None = None
        self._differences: Differences | None = None
        self._asked: Json = {}

    def greet(self, facts: messages.GameFacts, random: str) -> None:
        """Start the bot and say hello, without waiting: all seats start side by side."""
        self._channel.start(self._control.start_ms)
        self.ask(messages.hello(replace(facts, memory_mb=self._channel.memory_mb), self.number, random))

    def hear_ready(self) -> None:
        """Wait until the bot is ready. Raises ``BotFault``."""
        if self._unsent:
            raise self._unsent
        reply = self._channel.receive(self._control.start_ms)
        self._answer = reply.line
        ready = messages.parse_ready(reply.line)
        self._differences = Differences() if ready.wants_differences else None
        self.report = SeatReport(ready.name, start_ms=round(reply.charged_ms, 2))

    def request(self, state: State) -> Json:
        self._requests += 1
        request = messages.request(state, self.number, self._requests, self._seen, self._clock)
        self._seen = state.event_count()
        return request

    def ask(self, message: Json) -> None:
        """Hand over a message. What goes wrong here is told when the answer is read, after all have been asked."""
        self._asked = message
        if self._differences is not None and message["type"] == "request":
            message = self._differences.shortened(message)
        try:
            self._channel.send(message)
        except BotFault as fault:
            self._unsent = fault

    def fileno(self) -> int | None:
        return None if self._unsent else self._channel.fileno()

    def watch(self) -> None:
        self._channel.watch()

    @property
    def allowance_ms(self) -> float:
        return self._clock.allowance_ms

    def answer(self, request: Json) -> ReplayAction:
        """The seat's choice. Raises ``BotFault``."""
        if self._unsent:
            raise self._unsent
        reply = self._channel.receive(self._clock.allowance_ms)
        self._answer = reply.line
        if not self._clock.charge(reply.charged_ms) and self._channel.is_timed:
            raise BotFault(FaultKind.TIMEOUT, out_of_time(reply.charged_ms, self._control))
        action = messages.parse_answer(reply.line, request["legal"])
        return ReplayAction(self.number, action, round(reply.charged_ms, 2), round(reply.wall_ms, 2))

    def fail(self, fault: BotFault, after_actions: int) -> Fault:
        """End the bot and keep what its owner needs to know."""
        request = self._last_request()
        self.close()
        evidence = Evidence(
            last_request=request,
            last_answer=readable(fault.answer or self._answer),
            exit_reason=self.report.exit_reason,
            stderr_tail=self.report.stderr_tail,
            conversation=self._channel.conversation(),
        )
        self.fault = Fault(self.number, fault.kind, fault.sentence, after_actions, evidence)
        return self.fault

    def _last_request(self) -> str:
        """With its whole view, so that it can be fed to the program by hand."""
        if self._differences is None:
            return self._channel.last_request()
        return messages.encode(self._asked).decode().rstrip("\n")

    def stand_in(self, bot: HouseBot) -> None:
        self._channel = InProcessChannel(bot, "house")
        self._unsent = None
        self._differences = None

    def tell_end(self, state: State, ranks: list[int], termination: str) -> None:
        """A bot that no longer listens has played its game all the same."""
        if self.fault:
            return
        side = state.variant.side_of(self.number)
        events = state.events(self.number, self._seen)
        try:
            self._channel.send(messages.end(self.number, side, ranks, termination, events))
        except BotFault:
            return

    def hang_up(self) -> None:
        self._channel.hang_up()

    def close(self) -> None:
        closing = self._channel.close()
        if self.fault:
            return  # the report is about the bot, not about the one who stood in
        self.report = replace(
            self.report,
            cpu_ms=closing.cpu_ms,
            peak_memory_mb=closing.peak_memory_mb,
            bank_left_ms=round(max(0.0, self._clock.bank_ms), 2),
            exit_reason=closing.exit_reason,
            exit_code=closing.exit_code,
            off_turn_ms=closing.off_turn_ms,
            was_frozen=closing.was_frozen,
            stderr_tail=closing.stderr_tail,
            stderr_pieces=closing.stderr_pieces,
        )


def out_of_time(charged_ms: float, control: TimeControl) -> str:
    """The sentence of every lost clock."""
    return t(
        "The decision took {charged} ms and the bank was empty: {free} ms are free for each decision and {bank} ms "
        'extra for the whole game. Look at "clock" in the request, answer sooner.',
        charged=round(charged_ms),
        free=control.decision_ms,
        bank=control.bank_ms,
    )
