"""A server process of ours: started in the foreground, waited for, stopped by its own pid."""

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from arena.embedded.unprivileged import CannotStartError

_START_LIMIT_S = 60.0
"""Many times what either takes. After a hard stop PostgreSQL reads its journal first."""
_STOP_LIMIT_S = 30.0
"""PostgreSQL writes what it holds in memory; killed instead, it would read its journal at the next start."""


class Server:
    """One child process and its log file."""

    def __init__(self, name: str, command: list[str], log: Path, *, stop_signal: signal.Signals) -> None:
        self.name = name
        self.log = log
        self._stop_signal = stop_signal
        if log.exists():
            log.replace(log.with_suffix(".log.old"))
        with log.open("ab") as out:
            # A session of its own: Ctrl-C reaches the supervisor only, which stops things in order.
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
            )

    def wait_until(self, is_ready: Callable[[], bool]) -> None:
        """Return when the server answers; say what its log says when it does not."""
        end = time.monotonic() + _START_LIMIT_S
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            if is_ready():
                return
            time.sleep(0.02)
        self.stop()
        raise CannotStartError(f"{self.name} did not start. The end of {self.log}:\n{self._log_tail()}")

    def _log_tail(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-10:])

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(self._stop_signal)
            try:
                self.process.wait(_STOP_LIMIT_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
