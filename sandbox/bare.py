"""A process without a jail, for the development override alone."""

import contextlib
import os
import signal

from sandbox.spawn import Ending, ending_of, start, wait_for


class BareProcess:
    """An ordinary child process."""

    def __init__(self, command: tuple[str, ...], stdio: tuple[int, int, int]) -> None:
        try:
            self._pid = start(list(command), dict(enumerate(stdio)))
        finally:
            for descriptor in stdio:
                os.close(descriptor)
        self._fd = os.pidfd_open(self._pid)
        self._ending: Ending | None = None

    def pid(self) -> int:
        return self._pid

    def prepare_next(self) -> None:
        """Nothing is worth preparing."""

    def is_started(self) -> bool:
        return True

    def complaint(self) -> str:
        return ""

    def has_ended(self, within_s: float) -> bool:
        return self._ending is not None or wait_for(self._fd, within_s)

    def signal(self, number: int) -> None:
        if self._ending is None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._fd, number)

    def end(self) -> Ending:
        if self._ending is None:
            self.signal(signal.SIGKILL)
            _, status, usage = os.wait4(self._pid, 0)
            os.close(self._fd)
            self._ending = ending_of(status, usage, oom=False)
        return self._ending
