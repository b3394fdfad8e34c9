"""Time control: a limit per decision plus a bank per game, like chess increments.

Each decision may take ``decision_ms`` for nothing. What goes beyond is taken from the seat's bank. Only when the bank
is empty has the bot lost on time. What is charged is the bot's own time, as its channel measured it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class TimeControl:
    """The clock of every seat of a game, in milliseconds."""

    decision_ms: int = 200
    """Free time of each decision."""
    bank_ms: int = 10_000
    """Extra time for the whole game; never refilled."""
    start_ms: int = 10_000
    """From the start of the program until it answered hello."""

    def __post_init__(self) -> None:
        if self.decision_ms <= 0 or self.bank_ms < 0 or self.start_ms <= 0:
            raise ValueError("A clock needs decision_ms and start_ms above zero and a bank_ms of zero or more.")


class SeatClock:
    """The running clock of one seat."""

    __slots__ = ("_control", "bank_ms")

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self.bank_ms = float(control.bank_ms)

    @property
    def allowance_ms(self) -> float:
        """The longest that the next decision may take."""
        return self._control.decision_ms + self.bank_ms

    def shown(self) -> dict[str, int]:
        """The clock as the bot sees it in a request."""
        return {"decision_ms": self._control.decision_ms, "bank_ms": int(self.bank_ms)}

    def charge(self, charged_ms: float) -> bool:
        """Book a decision. False when the time is over."""
        self.bank_ms -= max(0.0, charged_ms - self._control.decision_ms)
        return self.bank_ms >= 0
