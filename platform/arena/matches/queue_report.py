"""What the queue looks like now, for staff: lengths, waits, who plays what, what is overdue."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Sum
from django.utils import timezone

from arena.bots.models import BotVersion, CheckState
from arena.leases.limits import LEASE
from arena.leases.models import Lease, Subject
from arena.matches.models import (
    Game,
    GameState,
    Match,
    MatchState,
    QueueSwitch,
    StoredReplay,
)


@dataclass(frozen=True)
class SourceLine:
    name: str
    queued: int
    oldest_wait_s: float
    work_s: float
    """Expected time of one process for all of it."""


@dataclass(frozen=True)
class RunningLine:
    """A batch that some worker holds."""

    lease: Lease
    age_s: float
    silent_s: float

    @property
    def others(self) -> int:
        """Games of the batch beside the one that was being played at the last sign of life."""
        return self.lease.size - 1

    @property
    def is_silent(self) -> bool:
        """Its worker is most likely dead; the reaper takes the games back within seconds."""
        return self.silent_s > LEASE.total_seconds()


@dataclass(frozen=True)
class QueueReport:
    sources: list[SourceLine]
    running: list[RunningLine]
    stuck: list[Game]
    overdue: list[Match]
    checks_waiting: int
    checks_running: int
    mismatches: list[StoredReplay]
    """Replays that did not come out as they were recorded: the alarm."""
    switches: list[QueueSwitch]

    @property
    def work_s(self) -> float:
        """Expected time of one process for everything that waits."""
        return sum(line.work_s for line in self.sources)

    @property
    def running_games(self) -> int:
        return sum(line.lease.size for line in self.running)

    @property
    def drained_in_s(self) -> float | None:
        """When the queue is empty if nothing is added and as many go on playing as now; unknown while nobody does."""
        return self.work_s / len(self.running) if self.running else None


def queue_report(now: datetime | None = None) -> QueueReport:
    now = now or timezone.now()
    checks = dict(
        BotVersion.objects.filter(state__in=[CheckState.WAITING, CheckState.CHECKING])
        .values_list("state")
        .annotate(count=Count("id"))
    )
    return QueueReport(
        sources=sources(now),
        running=_running(now),
        stuck=list(Game.objects.filter(state=GameState.STUCK).order_by("id")[:100]),
        overdue=list(Match.objects.filter(state=MatchState.RUNNING, deadline__lt=now).order_by("deadline")[:50]),
        checks_waiting=checks.get(CheckState.WAITING.value, 0),
        checks_running=checks.get(CheckState.CHECKING.value, 0),
        mismatches=list(StoredReplay.objects.exclude(mismatch="").prefetch_related("games").order_by("-id")[:20]),
        switches=switches(),
    )


def sources(now: datetime) -> list[SourceLine]:
    rows = (
        Game.objects.filter(state=GameState.QUEUED)
        .values("source")
        .annotate(games=Count("id"), oldest=Min("queued_at"), work_ms=Sum("expected_ms"))
        .order_by("oldest")
    )
    return [
        SourceLine(row["source"], row["games"], (now - row["oldest"]).total_seconds(), row["work_ms"] / 1000)
        for row in rows
    ]


def _running(now: datetime) -> list[RunningLine]:
    leases = Lease.objects.filter(subject=Subject.GAMES).order_by("taken_at")
    return [
        RunningLine(lease, (now - lease.taken_at).total_seconds(), (now - lease.heartbeat_at).total_seconds())
        for lease in leases[:100]
    ]


def switches() -> list[QueueSwitch]:
    """One line per queue, also for those nobody ever touched."""
    known = {switch.queue: switch for switch in QueueSwitch.objects.select_related("changed_by")}
    return [known.get(queue, QueueSwitch(queue=queue)) for queue in QueueSwitch.Queue.values]
