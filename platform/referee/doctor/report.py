"""What the doctor found, for people and for programs."""

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from referee.faults import Evidence, FaultKind
from referee.words import Sentence

Json = dict[str, Any]

FORMAT = "karma-arena-doctor"
VERSION = 1


class Status(Enum):
    PASS = "pass"  # noqa: S105 - not a password
    HINT = "hint"
    """Not wrong, but worth a look."""
    FAIL = "fail"
    SKIP = "skip"
    """Not tried: something before it failed, the time was used up, or the games gave no occasion. Not a failure."""
    VOID = "void"
    """The arena itself failed. Try again; the bot is not to blame."""


@dataclass(frozen=True)
class Check:
    """One question to a bot and its answer."""

    id: str
    """Stable, e.g. ``plays:karma-4``."""
    title: str
    status: Status
    sentence: str = ""
    """What was found."""
    fix: str = ""
    """What to do about it; empty when nothing is to be done."""
    evidence: Evidence | None = None
    """The message that failed, the answer to it, the exit and the log."""
    hello: str = ""
    """The hello of the game that failed, one line: with it and the last request the failure can be tried by hand."""
    kind: FaultKind | None = None
    """How the bot failed in it."""

    def to_json(self) -> Json:
        """In English; beside it what the texts were made of, for readers of other languages."""
        fields = {name: getattr(self, name) for name in ("id", "title", "sentence", "fix", "hello")}
        evidence = self.evidence.to_json() if self.evidence else None
        made = {name: getattr(self, name) for name in ("title", "sentence", "fix")}
        texts = {name: text.to_json() for name, text in made.items() if isinstance(text, Sentence)}
        return {**fields, "status": self.status.value, "evidence": evidence, "texts": texts}


@dataclass(frozen=True)
class Measured:
    """The extremes over all games of the examination."""

    games: int = 0
    decisions: int = 0
    start_ms: float = 0.0
    """The slowest start."""
    slowest_decision_ms: float = 0.0
    bank_left_ms: float = 0.0
    """The least that was left in the bank after a game."""
    peak_memory_mb: float = 0.0
    off_turn_ms: float = 0.0
    """The most processor time used in one game while others were to move."""
    was_frozen: bool = False
    """It used so much of it in some game that it was stopped between its decisions."""


@dataclass(frozen=True)
class Report:
    """All checks in the order in which they were made."""

    checks: tuple[Check, ...]
    measured: Measured
    runtime: str = ""
    """E.g. ``python, Python 3.11.7``."""

    @property
    def passed(self) -> bool:
        return not any(check.status in (Status.FAIL, Status.VOID) for check in self.checks)

    @property
    def is_void(self) -> bool:
        """The arena failed, so the report says nothing about the bot."""
        return any(check.status is Status.VOID for check in self.checks)

    def failures(self) -> list[Check]:
        return [check for check in self.checks if check.status is Status.FAIL]

    def skipped(self) -> list[Check]:
        return [check for check in self.checks if check.status is Status.SKIP]

    def to_json(self) -> Json:
        return {
            "format": FORMAT,
            "version": VERSION,
            "passed": self.passed,
            "void": self.is_void,
            "runtime": self.runtime,
            "measured": asdict(self.measured),
            "checks": [check.to_json() for check in self.checks],
        }
