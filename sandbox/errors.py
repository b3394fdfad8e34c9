"""What can go wrong, by name. A fault is the bot's unless `Fault.ours` says that it is the machine's."""

from enum import StrEnum


class Fault(StrEnum):
    """Why a conversation with a bot ended early. The values are stable: they go into records."""

    TIMEOUT = "timeout"
    """No complete line within its time (silence and slow drip look alike)."""
    CRASH = "crash"
    """The process ended, by an exit code or by a signal."""
    CLOSED_PIPE = "closed-pipe"
    """The process lives but closed its stdin or stdout."""
    LINE_TOO_LONG = "line-too-long"
    FLOOD = "flood"
    """More output in one go than a line may be long, newlines included."""
    EARLY_OUTPUT = "early-output"
    """Output that nobody asked for: before a request, or a second line after an answer."""
    INVALID_UTF8 = "invalid-utf8"
    MEMORY_LIMIT = "memory-limit"
    CPU_LIMIT = "cpu-limit"
    """The processor time of the whole game is used up."""
    OUTPUT_CAP = "output-cap"
    """Too many bytes on stdout or stderr over the whole game."""
    NEVER_READS = "never-reads"
    """A request could not be delivered because the bot does not read its stdin."""
    NOT_STARTED = "not-started"
    """The jail could not be built: the machine's fault."""
    HOST_STALL = "host-stall"
    """The machine gave the bot no chance to answer: the machine's fault."""
    JAIL_LOST = "jail-lost"
    """Killed from outside, alone or with its jail, which no bot can bring about: the machine's fault."""

    @property
    def ours(self) -> bool:
        """True where the bot is innocent; such a game is void and played again."""
        return self in (Fault.NOT_STARTED, Fault.HOST_STALL, Fault.JAIL_LOST)


class SandboxError(Exception):
    """Base of everything this package raises."""


class SandboxUnavailable(SandboxError):  # noqa: N818  a state of the machine, not an error of a call
    """This machine cannot hold an untrusted program. The message says how to change that."""


class UnknownProgram(SandboxError):  # noqa: N818  reads as what it is
    """An upload does not say what it is, or says it in a way nobody understands."""


class ChannelFault(SandboxError):  # noqa: N818  "fault" is the word of the records
    """The conversation is over; `sentence` is for the bot's owner."""

    def __init__(self, fault: Fault, sentence: str, answer: bytes = b"") -> None:
        super().__init__(f"{fault.value}: {sentence}")
        self.fault = fault
        self.sentence = sentence
        self.answer = answer
        """The line that was at fault, where it is one."""
