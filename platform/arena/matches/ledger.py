"""The ledger of faults, read from the attempts: how much was lost to the bots' failures and how much to ours."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Q
from django.db.models.functions import TruncWeek
from django.utils import timezone

from arena.matches.models import Attempt, AttemptOutcome, Game, GameState


@dataclass(frozen=True)
class Week:
    """Attempts that began in one week."""

    starts: date
    attempts: int
    results: int
    bot_faults: int
    ours: int

    @property
    def our_share(self) -> float:
        """Part of all attempts that failed on our side, in percent. The games themselves were played again."""
        return 100 * self.ours / self.attempts if self.attempts else 0.0


def weeks(count: int = 12, now: datetime | None = None) -> list[Week]:
    """The last weeks, newest first; weeks without games are left out."""
    since = (now or timezone.now()) - timedelta(weeks=count)
    rows = (
        Attempt.objects.filter(started_at__gte=since)
        .exclude(outcome__in=[AttemptOutcome.RUNNING, AttemptOutcome.CANCELLED])
        .annotate(week=TruncWeek("started_at"))
        .values("week")
        .annotate(
            attempts=Count("id"),
            results=Count("id", filter=Q(outcome=AttemptOutcome.RESULT)),
            bot_faults=Count("id", filter=Q(outcome=AttemptOutcome.BOT_FAULT)),
            ours=Count("id", filter=Q(outcome__in=[AttemptOutcome.VOID, AttemptOutcome.FENCED])),
        )
        .order_by("-week")
    )
    return [Week(row["week"].date(), row["attempts"], row["results"], row["bot_faults"], row["ours"]) for row in rows]


def stuck_games() -> int:
    """Games that wait for staff. Nobody is charged for them."""
    return Game.objects.filter(state=GameState.STUCK).count()
