"""Processor time on turn and off turn, and what happens to a bot that computes while another one thinks."""

import signal

from sandbox.clock import CpuMeter
from sandbox.spawn import Process

PAUSE_S = 0.003
"""A shorter pause between two decisions is not looked at: too little can be stolen or said too early in it."""
CLEAN_UP_S = 0.002
"""Processor time that a bot may use after each answer: it has to get back to reading."""
THEFT_S = 0.05
"""Processor time off turn, beyond that, after which a bot is stopped between its decisions."""


class Turns:
    """The account of one bot. `on_turn_s` and `count_off_turn` cut its processor time into pieces."""

    __slots__ = ("_clean_up_s", "_last_s", "_process", "_stolen_s", "is_stopped", "is_thief", "meter", "off_turn_s")

    def __init__(self, process: Process) -> None:
        self._process = process
        self.meter: CpuMeter | None = None
        """None until the number of the process is known."""
        self._last_s = 0.0
        self._clean_up_s = CLEAN_UP_S
        self._stolen_s = 0.0
        self.off_turn_s = 0.0
        self.is_thief = False
        self.is_stopped = False

    def so_far_s(self) -> float:
        """Used in the decision that is going on."""
        return self.meter.read_s() - self._last_s if self.meter is not None else 0.0

    def end_turn(self) -> float:
        """Used in the decision that ends now. A thief is stopped until its next one."""
        meter = self.meter
        if meter is None:
            return 0.0
        now_s = meter.read_s()
        used_s = now_s - self._last_s
        self._last_s = now_s
        self._clean_up_s = CLEAN_UP_S
        if self.is_thief:
            self._stop()
        return used_s

    def begin_turn(self) -> None:
        self.count_off_turn()
        if self.is_stopped:
            self.is_stopped = False
            self._process.signal(signal.SIGCONT)

    def count_off_turn(self) -> None:
        """Add up what was used since the last look, and stop a thief."""
        used_s = self.so_far_s()
        self._last_s += used_s
        self.off_turn_s += used_s
        self._stolen_s += max(0.0, used_s - self._clean_up_s)
        self._clean_up_s = max(0.0, self._clean_up_s - used_s)
        if self._stolen_s > THEFT_S:
            self.is_thief = True
            self._stop()

    def _stop(self) -> None:
        if not self.is_stopped:
            self._process.signal(signal.SIGSTOP)
            self.is_stopped = True
