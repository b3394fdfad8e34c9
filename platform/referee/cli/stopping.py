"""Signals that end the program: it leaves as after Ctrl-C, with nothing of it left in the temporary folder."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Never

from referee.cli.output import EXIT_STOPPED, err, here
from referee.words import t

_Handler = Callable[[int, FrameType | None], object] | signal.Handlers
_USUAL: dict[int, _Handler] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGHUP: signal.SIG_DFL,
}


class Stopped(KeyboardInterrupt):
    """Another signal than Ctrl-C, met in the same way everywhere; only the exit status differs."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number  # as shells count it
        self.is_hangup = number == signal.SIGHUP
        """Nobody is there any more to be told anything, and trying to fails."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Inside, a signal raises ``Stopped`` instead of ending the process on the spot, cleaning up nothing.

    What somebody else decided about a signal stays: ``nohup`` ignores one of them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # elsewhere Python takes no signals
        return
    ours = [number for number, usual in _USUAL.items() if signal.getsignal(number) == usual]
    for number in ours:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in ours:
            if signal.getsignal(number) == _stop:
                signal.signal(number, _USUAL[number])


@contextmanager
def stops_told() -> Iterator[None]:
    """Ctrl-C and its like become a word for people and an exit status for programs."""
    try:
        yield
    except KeyboardInterrupt as stop:
        with suppress(OSError):  # after a hang-up the terminal may be gone
            err.print(here(t("Stopped.")))
        raise SystemExit(stop.status if isinstance(stop, Stopped) else EXIT_STOPPED) from None


def _stop(number: int, _frame: FrameType | None) -> Never:
    # For good: a second one must not interrupt the cleaning up, to the very end, also if both came at once.
    for usual in _USUAL:
        if signal.getsignal(usual) == _stop:
            signal.signal(usual, _wait)
    raise KeyboardInterrupt if number == signal.SIGINT else Stopped(number)


def _wait(_number: int, _frame: FrameType | None) -> None:
    """We are leaving already."""
