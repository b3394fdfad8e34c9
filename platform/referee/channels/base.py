"""What the referee needs of a seat."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.faults import Exchange

Json = dict[str, Any]


class Reply(NamedTuple):
    """One line of a bot and what it cost. One is made for every decision, hence a tuple."""

    line: bytes
    charged_ms: float
    """The bot's own time."""
    wall_ms: float


@dataclass(frozen=True)
class Closing:
    """What is known about a bot once its seat is closed."""

    exit_reason: str = ""
    stderr_tail: str = ""
    stderr_pieces: tuple[tuple[int, str], ...] = ()
    """The same, cut at the answers: how many the bot had given by then (``ready`` is the first), and the text."""
    cpu_ms: float = 0.0
    peak_memory_mb: float = 0.0
    exit_code: int = 0
    """As in shells: above 128 it is a signal, 137 when we ended it. 0 for what is no program."""
    off_turn_ms: float = 0.0
    """Processor time used while nobody had asked it anything."""
    was_frozen: bool = False
    """It used so much of that time that it was stopped between its decisions."""


class Channel(ABC):
    """A seat's bot for one game. ``start``, then pairs of ``send`` and ``receive``, then ``close``.

    ``start``, ``send`` and ``receive`` raise ``BotFault`` for what the bot did and ``VoidError`` for what we did.
    """

    name: str
    """For replays and tables; never told to other seats."""
    version: str = ""
    memory_mb: int = 0
    """The memory limit told in hello; 0 means none."""
    is_timed: bool = True
    """Whether the clock can end the game for this seat. People and house bots play without."""

    @abstractmethod
    def start(self, limit_ms: float) -> None:
        """Bring the bot to life."""

    @abstractmethod
    def send(self, message: Json) -> None:
        """Hand over a message. Must not wait for the bot to think: with several deciders all are sent first."""

    @abstractmethod
    def receive(self, limit_ms: float) -> Reply:
        """The bot's next line, within its own time."""

    def fileno(self) -> int | None:
        """A descriptor that becomes readable with the answer, where there is one."""
        return None

    def watch(self) -> None:  # noqa: B027 - most have nothing to do
        """The decision takes long, and others are waited for at the same time: see to a fair clock."""

    def hang_up(self) -> None:  # noqa: B027 - most have nothing to do
        """Nothing more will be said: called for all seats before the first is closed, so that they end side by side."""

    @abstractmethod
    def close(self) -> Closing:
        """End the bot. May be called at any time, also twice."""

    def last_request(self) -> str:
        """The last message sent, as the bot read it."""
        return ""

    def conversation(self) -> tuple[Exchange, ...]:
        """All that was said so far, where it is kept."""
        return ()
