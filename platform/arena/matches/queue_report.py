"""What the queue looks like now, for staff: lengths, waits, who plays what, what is overdue."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min
from django.utils import timezone

from arena.bots.models import BotVersion, CheckState
from arena.matches import limits
from arena.matches.models import (
    Attempt,
    AttemptOutcome,
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


@dataclass(frozen=True)
class RunningLine:
    attempt: Attempt
    age_s: float
    silent_s: float

    @property
    def is_silent(self) -> bool:
        """Its worker is most likely dead; the reaper takes the game back within seconds."""
        return self.silent_s > limits.LEASE.total_seconds()


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


def queue_report(now: datetime | None = None) -> QueueReport:
    now = now or timezone.now()
    rows = (
        Game.objects.filter(state=GameState.QUEUED)
        .values("source")
        .annotate(games=Count("id"), oldest=Min("queued_at"))
        .order_by("oldest")
    )
    checks = dict(
        BotVersion.objects.filter(state__in=[CheckState.WAITING, CheckState.CHECKING])
        .values_list("state")
        .annotate(count=Count("id"))
    )
    return QueueReport(
        sources=[SourceLine(row["source"], row["games"], (now - row["oldest"]).total_seconds()) for row in rows],
        running=_running(now),
        stuck=list(Game.objects.filter(state=GameState.STUCK).order_by("id")[:100]),
        overdue=list(Match.objects.filter(state=MatchState.RUNNING, deadline__lt=now).order_by("deadline")[:50]),
        checks_waiting=checks.get(CheckState.WAITING.value, 0),
        checks_running=checks.get(CheckState.CHECKING.value, 0),
        mismatches=list(StoredReplay.objects.exclude(mismatch="").prefetch_related("games").order_by("-id")[:20]),
        switches=switches(),
    )


def _running(now: datetime) -> list[RunningLine]:
    attempts = Attempt.objects.filter(outcome=AttemptOutcome.RUNNING).select_related("game").order_by("started_at")
    return [
        RunningLine(each, (now - each.started_at).total_seconds(), (now - each.heartbeat_at).total_seconds())
        for each in attempts[:100]
    ]


def switches() -> list[QueueSwitch]:
    """One line per queue, also for those nobody ever touched."""
    known = {switch.queue: switch for switch in QueueSwitch.objects.select_related("changed_by")}
    return [known.get(queue, QueueSwitch(queue=queue)) for queue in QueueSwitch.Queue.values]
