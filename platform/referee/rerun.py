"""Say the same to a bot again that was said in a game, and see whether it fails in the same way."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from referee.channels.base import Channel, Closing, Json, Reply
from referee.conversation import ASKS, Conversation
from referee.faults import BotFault, Exchange, FaultKind, readable
from referee.messages import encode, parse_answer, parse_ready
from referee.words import t


@dataclass(frozen=True)
class Outcome:
    """What came of it."""

    kind: FaultKind | None
    """How it failed; None if it did not."""
    sentence: str
    at: int
    """The number of the message at which it ended, from 0, the hello."""
    closing: Closing
    strayed: tuple[int, str, str] | None
    """The first answer that differs from the one it gave then: message, then, now."""
    last_answer: str = ""


def rerun(conversation: Conversation, channel: Channel) -> Outcome:
    """Feed it message by message. From an answer that differs on, the messages are not what they would be."""
    strayed: tuple[int, str, str] | None = None
    kind, sentence, at, said = None, "", 0, b""
    try:
        channel.start(_allowance_ms(json.loads(conversation.exchanges[0].sent)))
        for at, exchange in enumerate(conversation.exchanges):
            message = json.loads(exchange.sent)
            channel.send(message)
            if message["type"] not in ASKS:
                continue
            said = channel.receive(_allowance_ms(message)).line
            if message["type"] == "hello":
                parse_ready(said)
            else:
                parse_answer(said, message["legal"])
            if strayed is None and _differs(exchange, said, message):
                strayed = (at, exchange.answer or "", readable(said))
    except BotFault as fault:
        kind, sentence, said = fault.kind, fault.sentence, fault.answer or said
    finally:
        closing = channel.close()
    return Outcome(kind, sentence, at, closing, strayed, readable(said))


def _allowance_ms(message: Json) -> float:
    """As the clock of the game was then."""
    if message["type"] == "hello":
        return float(message["limits"]["start_ms"])
    return float(message["clock"]["decision_ms"]) + float(message["clock"]["bank_ms"])


def _differs(exchange: Exchange, said: bytes, message: Json) -> bool:
    """By the action that was chosen: replays know no more, and a bot may write its answer in another way."""
    if exchange.answer is None or message["type"] == "hello":
        return False
    try:
        return parse_answer(exchange.answer.encode(), message["legal"]) != parse_answer(said, message["legal"])
    except BotFault:
        return False  # the answer that failed then, and does not now


class PlainChannel(Channel):
    """A command of the author's own, without jail, limits and clock: what a debugger needs."""

    is_timed = False

    def __init__(self, command: Sequence[str]) -> None:
        self.name = command[0]
        self._command = list(command)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, limit_ms: float) -> None:
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, message: Json) -> None:
        assert self._process is not None  # noqa: S101 - started first
        assert self._process.stdin is not None  # noqa: S101 - a pipe
        try:
            self._process.stdin.write(encode(message))
            self._process.stdin.flush()
        except OSError:
            raise BotFault(FaultKind.CRASH, self._ending()) from None

    def receive(self, limit_ms: float) -> Reply:
        assert self._process is not None  # noqa: S101 - started first
        assert self._process.stdout is not None  # noqa: S101 - a pipe
        line = self._process.stdout.readline()
        if not line:
            raise BotFault(FaultKind.CRASH, self._ending())
        return Reply(line.rstrip(b"\n"), 0.0, 0.0)

    def _ending(self) -> str:
        assert self._process is not None  # noqa: S101 - started first
        return t("The program ended with status {status} before it answered.", status=self._process.wait())

    def close(self) -> Closing:
        if self._process is None:
            return Closing("never started")
        self._process.kill()
        status = self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        return Closing(f"exit status {status}", exit_code=status)
