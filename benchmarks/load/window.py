"""What happened between two moments: games that were finished, and who had the processors meanwhile."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

from arena.matches.models import Game, GameState
from benchmarks.platform.cpu import cpu_ms


@dataclass
class Window:
    begun: datetime
    seconds: float = 0.0
    games: int = 0
    used_ms: dict[str, float] = field(default_factory=dict)
    """Processor time by who used it."""

    @property
    def games_per_minute(self) -> float:
        return 60 * self.games / self.seconds

    def cores(self, who: str) -> float:
        return self.used_ms.get(who, 0.0) / 1000 / self.seconds

    def __add__(self, other: "Window") -> "Window":
        used = {who: self.used_ms.get(who, 0.0) + other.used_ms.get(who, 0.0) for who in self.used_ms | other.used_ms}
        return Window(self.begun, self.seconds + other.seconds, self.games + other.games, used)


@contextmanager
def window(processes: dict[str, int]) -> Iterator[Window]:
    """``processes``: name and id of those whose time is looked at, with all they start."""
    before = {who: cpu_ms(pid) for who, pid in processes.items()}
    start = time.perf_counter()
    found = Window(timezone.now())
    yield found
    found.seconds = time.perf_counter() - start
    found.used_ms |= {who: cpu_ms(pid) - before[who] for who, pid in processes.items()}
    ended = timezone.now()
    done = Game.objects.filter(state=GameState.DONE, source="ladder:benchmark")
    found.games = done.filter(finished_at__gte=found.begun, finished_at__lt=ended).count()
    if not Game.objects.filter(state=GameState.QUEUED, source="ladder:benchmark").exists():
        raise SystemExit("The worker ran out of games: give it more by --play.")
