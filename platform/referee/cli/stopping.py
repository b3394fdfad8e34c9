"""Signals that end the program: it leaves as after Ctrl-C, with nothing of it left in the temporary folder."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Never

from referee.cli.output import EXIT_STOPPED, err

_Handler = Callable[[int, FrameType | None], Never] | signal.Handlers
_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


class Stopped(KeyboardInterrupt):
    """Another signal than Ctrl-C, met in the same way everywhere; only the exit status differs."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number  # as shells count it


@contextmanager
def stoppable() -> Iterator[None]:
    """Inside, a signal raises ``Stopped`` instead of ending the process on the spot, cleaning up nothing.

    What somebody else decided about a signal stays: ``nohup`` ignores one of them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # elsewhere Python takes no signals
        return
    _exchange(signal.SIG_DFL, _stop)
    try:
        yield
    finally:
        _exchange(_stop, signal.SIG_DFL)


@contextmanager
def stops_told() -> Iterator[None]:
    """Ctrl-C and its like become a word for people and an exit status for programs."""
    try:
        yield
    except KeyboardInterrupt as stop:
        with suppress(OSError):  # the terminal may be gone: that is what the signal was about
            err.print("Stopped.")
        raise SystemExit(stop.status if isinstance(stop, Stopped) else EXIT_STOPPED) from None


def _stop(number: int, _frame: FrameType | None) -> Never:
    # For good: a second one, Ctrl-C among them, must not interrupt the cleaning up, to the very end.
    _exchange(_stop, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise Stopped(number)


def _exchange(old: _Handler, new: _Handler) -> None:
    for number in _SIGNALS:
        if signal.getsignal(number) == old:
            signal.signal(number, new)
