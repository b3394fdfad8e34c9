"""The small arena of ``arena.chaos``, with what tests ask of it."""

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from arena.chaos.small_arena import ONCE, SmallArena, kill_group
from tests.patience import PATIENCE_S

LEASE_S = 3.0


class Arena(SmallArena):
    def __init__(self, app: str = ONCE, lease_s: float = LEASE_S, data: Path | None = None) -> None:
        super().__init__(lease_s, app=app, data=data)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for log in sorted(self.folder.glob("*.log")):
            print(f"--- {log.name}\n{log.read_text()[-4000:]}")  # shown if the test failed
        super().__exit__(kind, error, trace)

    def logs(self) -> str:
        """What all its processes have said so far."""
        return "".join(log.read_text() for log in sorted(self.folder.glob("*.log")))

    def kill(self, pid: int) -> None:
        kill_group(pid)

    def restart_broker(self) -> None:
        self.stop_broker()
        time.sleep(0.5)
        self.start_broker()

    def quiet(self) -> bool:
        """No message waits, and none is being worked on."""
        return not any((self.redis.llen("play"), self.redis.llen("control"), self.redis.hlen("unacked")))

    def wait(self, is_so: Callable[[], Any], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if is_so():
                return
            time.sleep(0.05)
        raise AssertionError(f"Waited {PATIENCE_S:.0f} s, but not: {what}.")
