"""A worker whose clock on the wall can be set while it runs: a few lines of C before libc, compiled here."""

import subprocess
from pathlib import Path

_SOURCE = Path(__file__).with_suffix(".c")


class NoClockError(Exception):
    """A sentence that says why, and what to do."""


class WrongClock:
    """For one worker: start it with ``environment``, then ``jump``."""

    def __init__(self, folder: Path) -> None:
        self._library, self._file = folder / "wrong-clock.so", folder / "wrong-clock"
        command = ["gcc", "-shared", "-fPIC", "-O2", "-o", str(self._library), str(_SOURCE)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise NoClockError("There is no C compiler. Run as root: apt-get install -y gcc libc6-dev") from None
        if done.returncode != 0:
            raise NoClockError(f"The clock cannot be compiled: {done.stderr.strip()}")
        self._library.chmod(0o755)
        self.jump(0)

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "ARENA_CLOCK_FILE": str(self._file)}

    def jump(self, seconds: int) -> None:
        """From now on it is so late; negative: so early."""
        fresh = self._file.with_suffix(".new")
        fresh.write_text(f"{seconds}\n")
        fresh.replace(self._file)
