"""What can go wrong in a game, and whose fault it is.

``BotFault`` is the bot's: it loses the game for its side. ``VoidError`` is ours: the game does not count and is
played again. Nothing that might be ours is ever charged to a bot.
"""

from dataclasses import dataclass, field
from enum import Enum


class FaultKind(Enum):
    """How a bot can fail. The words are the same in records, replays, reports and on pages."""

    START = "start"
    """The program did not start, although a known good program starts in the same sandbox."""
    CRASH = "crash"
    """The program ended in the middle of the game."""
    TIMEOUT = "timeout"
    """The clock ran out: at start-up, or the limit of a decision and the bank together."""
    ILLEGAL_ACTION = "illegal-action"
    """A well-formed answer that names no legal action."""
    PROTOCOL = "protocol"
    """An answer that is not protocol 1: broken JSON, a wrong version, unasked or endless output."""
    MEMORY = "memory-limit"
    """More memory than the limit."""
    GAVE_UP = "gave-up"
    """A person left the table. No bot can."""


class BotFault(Exception):  # noqa: N818 - the domain's word is fault; it ends a bot's game, not the program
    """A bot failed. ``sentence`` tells its owner what happened and what to do."""

    def __init__(self, kind: FaultKind, sentence: str, answer: bytes = b"") -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.answer = answer
        """A line that could not even be read as text."""


class VoidError(Exception):
    """Our own failure: sandbox, referee, house bot or machine. The game is void and costs nobody anything."""


class MachineError(VoidError):
    """The machine failed, whatever the game: another one played here now would most likely fail too."""


LONGEST_ANSWER = 8_000
"""Characters of an answer that are kept: many times what a good one has."""


def readable(answer: bytes) -> str:
    """An answer as text, at most ``LONGEST_ANSWER`` characters of it and how many were left out.

    What is not UTF-8 is shown byte by byte: its author has to see which one it is.

    >>> print(readable(b'{"index": 1}'), readable(b'caf\\xe9'))
    {"index": 1} b'caf\\xe9'
    """
    try:
        text = answer.decode("utf-8")
    except UnicodeDecodeError:
        text = repr(answer)
    left_out = len(text) - LONGEST_ANSWER
    return f"{text[:LONGEST_ANSWER]}… ({left_out} more characters)" if left_out > 0 else text


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message to a bot and what it said."""

    sent: str
    """One line of JSON."""
    answer: str | None = None
    """Its line; None where none came, or none was asked for."""
    charged_ms: float = 0.0


@dataclass(frozen=True)
class Evidence:
    """What the owner of a failed bot needs to find the reason. Never part of the public replay."""

    last_request: str = ""
    """The last line the bot was sent."""
    last_answer: str = ""
    """The last line it wrote, as ``readable`` shows it."""
    exit_reason: str = ""
    """How the program ended, e.g. ``exit status 1`` or ``killed at the end of the game``."""
    stderr_tail: str = ""
    """The end of what it wrote to stderr."""
    conversation: tuple[Exchange, ...] = field(default=(), repr=False)
    """All that was said to it in this game and all its answers, for a file. A replay tells the same again."""

    def to_json(self) -> dict[str, str]:
        """Without the conversation, which has files of its own."""
        return {
            "last_request": self.last_request,
            "last_answer": self.last_answer,
            "exit_reason": self.exit_reason,
            "stderr_tail": self.stderr_tail,
        }


@dataclass(frozen=True)
class Fault:
    """One bot's failure in one game."""

    seat: int
    kind: FaultKind
    sentence: str
    after_actions: int
    """How many actions the game had seen by then."""
    evidence: Evidence = Evidence()
